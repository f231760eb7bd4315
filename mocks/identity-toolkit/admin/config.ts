import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, invalidArgument } from "../../http/api-error.ts";
import type { Call } from "../../http/router.ts";
import { isRecord, omitUndefined, schemaOf } from "../../http/wire.ts";
import { isAbsoluteUrl } from "../proofs/oob.ts";
import { NON_ALPHANUMERIC } from "../proofs/passwords.ts";
import { RECAPTCHA_PROVIDERS, recaptchaEnforcementOf } from "../proofs/recaptcha.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { changeableConfig, PasswordPolicy, type StoredConfig } from "../state/settings.ts";

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

const switchesOf = ({ signIn, emailPrivacyConfig }: RequestBody<"switches">) => ({
  allowDuplicateEmails: signIn?.allowDuplicateEmails ?? false,
  enumerationProtection: emailPrivacyConfig?.enableImprovedEmailPrivacy ?? false,
});

export const readSwitches = ({ identity: { settings } }: ServiceContext): object => ({
  signIn: { allowDuplicateEmails: settings.allowDuplicateEmails },
  emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.enumerationProtection },
});

/**
 * The project's configuration: the switches, and the parts that an administrator has stored.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/getConfig
 */
export const readConfig = (context: ServiceContext): object => ({
  name: `projects/${context.projectId}/config`,
  blockingFunctions: {},
  ...context.identity.storedConfig,
  ...readSwitches(context),
});

/** A copy of `into` with the value that `from` has at a path of the mask; an absent value changes nothing. */
export function copyValueAtPath(into: unknown, from: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return from;
  if (!isRecord(from) || from[name] === undefined) return into;
  const old = isRecord(into) ? into : {};
  return { ...old, [name]: copyValueAtPath(old[name], from[name], rest) };
}

/** @throws {ApiError} INVALID_BLOCKING_FUNCTION */
function assertValidTriggers({ triggers = {} }: StoredConfig["blockingFunctions"] = {}): void {
  for (const [event, { functionUri }] of Object.entries(triggers)) {
    if (!["beforeCreate", "beforeSignIn"].includes(event))
      throw new ApiError("INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))");
    assert(
      functionUri && isAbsoluteUrl(functionUri),
      "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))",
    );
  }
}

/**
 * Changes the configuration. `updateMask` names the fields to take from the body; without a mask, the switches and
 * the blocking functions are replaced, and a missing one becomes false or none.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/updateConfig
 */
export const changeConfig = defineOperation("config", (context, body, { url }) => {
  const { identity } = context;
  assertValidTriggers(body.blockingFunctions);
  const mask = url.searchParams.get("updateMask");
  if (!mask) {
    Object.assign(identity.settings, switchesOf(body));
    identity.storedConfig.blockingFunctions = body.blockingFunctions ?? {};
    return readConfig(context);
  }
  const paths = mask.split(",").map((path) => path.split("."));
  const unknown = paths.find(([name = ""]) => !Object.hasOwn(changeableConfig, name));
  if (unknown) throw invalidArgument(`updateMask names ${unknown.join(".")}, which cannot be changed.`);
  const { signIn, emailPrivacyConfig, ...stored } = v.parse(
    schemaOf(changeableConfig),
    paths.reduce<unknown>((config, path) => copyValueAtPath(config, body, path), readConfig(context)),
  );
  identity.storedConfig = stored;
  // Second factors and the password policy follow the stored configuration.
  const { mfa: { state = "STATE_UNSPECIFIED" } = {}, passwordPolicyConfig } = stored;
  const policy = v.safeParse(PasswordPolicy, {
    ...identity.settings.passwordPolicy,
    ...passwordPolicyConfig?.passwordPolicyVersions?.[0]?.customStrengthOptions,
    enforcementState: passwordPolicyConfig?.passwordPolicyEnforcementState ?? "OFF",
    forceUpgradeOnSignin: passwordPolicyConfig?.forceUpgradeOnSignin ?? false,
  });
  identity.settings = {
    ...identity.settings,
    ...(state !== "STATE_UNSPECIFIED" && { secondFactors: state !== "DISABLED" }),
    ...(passwordPolicyConfig && policy.success && { passwordPolicy: policy.output }),
    ...switchesOf({ signIn, emailPrivacyConfig }),
  };
  return readConfig(context);
});

/**
 * The emulator's own endpoint, which changes the given switches. A body without a switch resets both switches and the
 * blocking functions.
 * @see https://firebase.google.com/docs/reference/rest/auth#section-auth-emulator-updateConfig
 */
export const changeSwitches = defineOperation("switches", (context, { signIn, emailPrivacyConfig }) => {
  const { settings, storedConfig } = context.identity;
  const given = omitUndefined({
    allowDuplicateEmails: signIn?.allowDuplicateEmails,
    enumerationProtection: emailPrivacyConfig?.enableImprovedEmailPrivacy,
  });
  const isEmpty = Object.keys(given).length === 0;
  Object.assign(settings, isEmpty ? switchesOf({}) : given);
  if (isEmpty) storedConfig.blockingFunctions = {};
  return readSwitches(context);
});

/**
 * The domain of the project's passkeys.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/PasskeyConfig
 */
export const readPasskeyConfig = ({ identity, projectId }: ServiceContext): object => ({
  name: `projects/${projectId}/passkeyConfig`,
  rpId: identity.settings.passkeys.rpId,
  expectedOrigins: identity.settings.passkeys.expectedOrigins,
});

export const changePasskeyConfig = defineOperation("passkeyConfig", (context, { rpId, expectedOrigins }) => {
  Object.assign(context.identity.settings.passkeys, omitUndefined({ rpId, expectedOrigins }));
  return readPasskeyConfig(context);
});
