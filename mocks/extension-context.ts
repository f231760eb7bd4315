import type { ExtensionContext } from "./extension.ts";
import { guard } from "./http/guard.ts";
import { verifySignature } from "./identity-toolkit/verify-id-token.ts";
import type { ServiceContext } from "./service-context.ts";

/** The part of the service context that an extension gets. */
export const extensionContext = (context: ServiceContext): ExtensionContext => ({
  projectId: context.projectId,
  clock: context.clock,
  random: context.random,
  failures: context.failures,
  guard: (request, attempt, run) => guard(context, request, attempt, run),
  verifyIdToken: async (idToken) => {
    try {
      const claims = await verifySignature(context, idToken);
      const uid = claims.sub ?? claims.user_id;
      return uid === undefined ? undefined : { uid, claims };
    } catch {
      return undefined;
    }
  },
  changed: context.changed,
});
