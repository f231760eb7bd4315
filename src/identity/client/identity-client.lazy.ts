import type { PublicConfig } from "@tallybin/contract/public-config";
import {
  forUser,
  getIdToken,
  type IdentityClient,
  type IdentityClientOptions,
  invalidateSession,
} from "@tallybin/identity";
import { IDENTITY_NAMESPACE } from "../../config/browser-names.ts";
import { mayHoldSdkSession } from "./sdk-session.ts";

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

/** The client's proof to reCAPTCHA Enterprise that a person acts, if this site has a key for it. */
export async function recaptchaProofOf({
  recaptchaEnterpriseKey,
}: PublicConfig): Promise<Pick<IdentityClientOptions, "recaptcha">> {
  return recaptchaEnterpriseKey ? import("../human-check/recaptcha.lazy.ts") : {};
}

/** Storage that begins with the session of Google's SDK, if this browser may have one. */
export async function adoptingStorageOf({
  identity: { apiKey, projectId },
}: PublicConfig): Promise<Pick<IdentityClientOptions, "persistence">> {
  if (!(await mayHoldSdkSession())) return {};
  const { adoptFirebaseSession } = await import("@tallybin/identity/adoption");
  return { persistence: adoptFirebaseSession({ apiKey, projectId, namespace: IDENTITY_NAMESPACE }) };
}
