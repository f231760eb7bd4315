import type { ServiceContext } from "../../core/service-context.ts";
import type { Call } from "../../http/router.ts";
import { NON_ALPHANUMERIC } from "../proofs/passwords.ts";
import { RECAPTCHA_PROVIDERS, recaptchaEnforcementOf } from "../proofs/recaptcha.ts";

/** The emulator's project number for every project. */
export const PROJECT_NUMBER = "12345";

/**
 * The project's public configuration: the domains that may sign users in. `projectId` is the project's number. A page
 * of a browser extension may sign in, because its ID differs from machine to machine. @see
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects (getProjects)
 */
export function publicProjectConfig({ identity }: ServiceContext, { request }: Call): object {
  const { authorizedDomains } = identity.settings;
  const origin = request.headers.get("origin") ?? "";
  const isExtension = origin.startsWith("chrome-extension://");
  return {
    projectId: PROJECT_NUMBER,
    authorizedDomains: isExtension ? [...authorizedDomains, origin, new URL(origin).host] : authorizedDomains,
  };
}

/**
 * The source of a page's reCAPTCHA site key. These keys are not registered anywhere.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getRecaptchaParams
 */
export const publicRecaptchaParams = (): object => ({
  kind: "identitytoolkit#GetRecaptchaParamResponse",
  recaptchaStoken:
    "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha",
  recaptchaSiteKey: "Fake-key__Do-not-send-this-to-Recaptcha_",
});

/**
 * The part of the reCAPTCHA Enterprise configuration that clients see.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/TopLevel/getRecaptchaConfig
 */
export function publicRecaptchaConfig(context: ServiceContext): object {
  const { useSmsBotScore = false, useSmsTollFraudProtection = false } =
    context.identity.storedConfig.recaptchaConfig ?? {};
  return {
    // Google's SDK refuses a configuration without a key, even if no check is enabled.
    recaptchaKey: `projects/${context.projectId}/keys/Fake-key__Do-not-send-this-to-Recaptcha_`,
    recaptchaEnforcementState: RECAPTCHA_PROVIDERS.map((provider) => ({
      provider,
      enforcementState: recaptchaEnforcementOf(context, provider),
    })),
    useSmsBotScore,
    useSmsTollFraudProtection,
  };
}

/**
 * The password policy, for forms that validate before they send.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/TopLevel/getPasswordPolicy
 */
export function publicPasswordPolicy({ identity }: ServiceContext): object {
  const { enforcementState, forceUpgradeOnSignin, ...options } = identity.settings.passwordPolicy;
  return {
    customStrengthOptions: options,
    allowedNonAlphanumericCharacters: [...NON_ALPHANUMERIC],
    enforcementState,
    forceUpgradeOnSignin,
    schemaVersion: 1,
  };
}
