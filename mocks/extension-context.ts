import type { ExtensionContext } from "./extension.ts";
import { guard } from "./http/guard.ts";
import { verifyIdToken } from "./identity-toolkit/verify-id-token.ts";
import type { ServiceContext } from "./service-context.ts";

/** The part of the service context that a joining stand-in gets. */
export const extensionContext = (context: ServiceContext): ExtensionContext => ({
  projectId: context.projectId,
  clock: context.clock,
  random: context.random,
  failures: context.failures,
  guard: (request, attempt, run) => guard(context, request, attempt, run),
  verifyIdToken: async (idToken) => {
    try {
      const { account, claims } = await verifyIdToken(context, idToken);
      return { uid: account.localId, claims };
    } catch {
      return undefined;
    }
  },
  changed: context.changed,
});
