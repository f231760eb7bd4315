import type { ExtensionContext } from "./extension.ts";
import { guard } from "./http/guard.ts";
import { verifyIdToken } from "./identity-toolkit/verify-id-token.ts";
import type { World } from "./world.ts";

/** The part of a world that a joining stand-in gets to see. */
export const extensionContext = (world: World): ExtensionContext => ({
  projectId: world.projectId,
  clock: world.clock,
  random: world.random,
  failures: world.failures,
  guard: (request, attempt, run) => guard(world, request, attempt, run),
  verifyIdToken: async (idToken) => {
    try {
      const { account, claims } = await verifyIdToken(world, idToken);
      return { uid: account.localId, claims };
    } catch {
      return undefined;
    }
  },
  changed: world.changed,
});
