import type { PublicConfig } from "@tallybin/contract";
import type { IdentityClientOptions } from "@tallybin/identity";

/**
 * The part of the identity package that a signed-out visitor of a public page never needs. A separate module, because
 * a module that is imported both statically and dynamically would end up in the first view's script.
 */
export {
  createIdentityClient,
  fetchPasswordPolicy,
  forUser,
  getIdToken,
  invalidateSession,
  signOut,
} from "@tallybin/identity";

/** The client's proof to reCAPTCHA Enterprise that a person acts, if this site has a key for it. */
export async function proofOf({
  recaptchaEnterpriseKey,
}: PublicConfig): Promise<Pick<IdentityClientOptions, "recaptcha">> {
  return recaptchaEnterpriseKey ? import("../human-check/recaptcha.lazy.ts") : {};
}
