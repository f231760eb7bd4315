import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { RECAPTCHA_CONFIG } from "../http/recaptcha.ts";

/**
 * Reads the project's configuration of reCAPTCHA Enterprise, which the client's option `recaptcha` keeps: the next
 * guarded call needs no request for it. Call this when a form gets the focus.
 * @throws IdentityError a request's codes
 */
export async function initializeRecaptchaConfig(client: IdentityClient): Promise<void> {
  await partsOf(client).http(RECAPTCHA_CONFIG);
}
