import type { PublicConfig } from "@tallybin/contract/public-config";
import {
  forUser,
  getIdToken,
  type IdentityClient,
  type IdentityClientOptions,
  invalidateSession,
} from "@tallybin/identity";
import { IDENTITY_NAMESPACE } from "../../config/browser-names.ts";
import { mayHoldSdkSession } from "../../lib/site-data.ts";

/**
 * The part of the identity package that a signed-out visitor of a public page never needs. A separate module, because
 * a module that is imported both statically and dynamically would end up in the first view's script.
 */
export {
  createIdentityClient,
  fetchPasswordPolicy,
  forUser,
  getIdToken,
  signOut,
} from "@tallybin/identity";

/**
 * Authorizes requests to our own server as one user, without showing the ID token.
 * @throws IdentityError `session-changed` when another user is signed in, or none
 */
export async function authorizationOf(client: IdentityClient, uid: string) {
  const idToken = await getIdToken(forUser(client, uid));
  return {
    setOn: (headers: Headers): void => headers.set("authorization", `Bearer ${idToken}`),
    /** Ends the session after our server has found its token invalid; a newer session stays. */
    endSession: () => invalidateSession(client, "invalid-user-token", { idToken }),
  };
}

/**
 * What the client of some sites has: the proof to reCAPTCHA Enterprise that a person acts, if there is a key for it, and
 * storage that begins with the session of Google's SDK, if this browser may have one.
 */
export async function optionsOf({ recaptchaEnterpriseKey, identity }: PublicConfig) {
  const { apiKey, projectId } = identity;
  const options: Pick<IdentityClientOptions, "recaptcha" | "persistence"> = {};
  if (recaptchaEnterpriseKey)
    options.recaptcha = (await import("../human-check/recaptcha.lazy.ts")).recaptcha;
  if (await mayHoldSdkSession()) {
    const { adoptFirebaseSession } = await import("@tallybin/identity/adoption");
    options.persistence = adoptFirebaseSession({ apiKey, projectId, namespace: IDENTITY_NAMESPACE });
  }
  return options;
}
