import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";

export const RECAPTCHA_PROVIDERS = ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"] as const;
type Provider = (typeof RECAPTCHA_PROVIDERS)[number];

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config#RecaptchaConfig */
export function recaptchaEnforcementOf({ identity }: ServiceContext, provider: Provider) {
  const { emailPasswordEnforcementState, phoneEnforcementState } =
    identity.storedConfig.recaptchaConfig ?? {};
  const state = provider === "PHONE_PROVIDER" ? phoneEnforcementState : emailPasswordEnforcementState;
  return state === "AUDIT" || state === "ENFORCE" ? state : "OFF";
}

/** The only answer that is valid. Google's SDK sends it if `appVerificationDisabledForTesting` is set. */
const VALID_ANSWER = "token";

/** Stands for Google's script `recaptcha/enterprise.js`: every action passes. */
export const RECAPTCHA_SCRIPT = `window.grecaptcha = {
  enterprise: { ready: (use) => use(), execute: async () => ${JSON.stringify(VALID_ANSWER)} },
};
`;

/** `captchaResp` is the field's name in `sendOobCode`. */
type Proof = {
  [name in "captchaResponse" | "captchaResp" | "clientType" | "recaptchaVersion"]?: string | undefined;
};

/**
 * Checks the client's proof that a person acts, if the project enforces it.
 * @throws {ApiError} MISSING_RECAPTCHA_TOKEN, MISSING_CLIENT_TYPE, MISSING_RECAPTCHA_VERSION, INVALID_RECAPTCHA_TOKEN
 */
export function assertHuman(context: ServiceContext, provider: Provider, proof: Proof = {}): void {
  if (recaptchaEnforcementOf(context, provider) !== "ENFORCE") return;
  const answer = proof.captchaResponse || proof.captchaResp;
  assert(answer, "MISSING_RECAPTCHA_TOKEN");
  assert(proof.clientType, "MISSING_CLIENT_TYPE");
  assert(proof.recaptchaVersion, "MISSING_RECAPTCHA_VERSION");
  assert(answer === VALID_ANSWER, "INVALID_RECAPTCHA_TOKEN");
}
