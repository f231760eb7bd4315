import type { ExtensionContext } from "./core/extension.ts";
import type { ServiceContext } from "./core/service-context.ts";
import { expiryOf, verifySignature } from "./identity-toolkit/tokens/verify-id-token.ts";
import { guard } from "./serving/guard.ts";

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
      return uid === undefined ? undefined : { uid, claims, expiresAt: expiryOf(context, idToken, claims) };
    } catch {
      return undefined;
    }
  },
  changed: context.changed,
});
