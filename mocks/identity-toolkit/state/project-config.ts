import * as v from "valibot";
import {
  enumSchema,
  flag,
  int32,
  int64,
  listSchema,
  mapSchema,
  number,
  optionalFields,
  recordSchema,
  text,
} from "../../http/wire.ts";

const texts = <const Name extends string>(...names: Name[]) => optionalFields(text, ...names);
const flags = <const Name extends string>(...names: Name[]) => optionalFields(flag, ...names);
const integers = <const Name extends string>(...names: Name[]) => optionalFields(int32, ...names);
const part = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(recordSchema(entries));
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(listSchema(item));
const oneOf = <const Names extends readonly string[]>(...names: Names) => v.optional(enumSchema(names));

const mfaState = (unspecified: string) => oneOf(unspecified, "DISABLED", "ENABLED", "MANDATORY");
const recaptchaState = oneOf("RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE");
const recaptchaAction = oneOf("RECAPTCHA_ACTION_UNSPECIFIED", "BLOCK");

const blockingFunctions = {
  forwardInboundCredentials: part(flags("accessToken", "idToken", "refreshToken")),
  triggers: v.optional(mapSchema(recordSchema(texts("functionUri", "updateTime")))),
};

/** The parts of the configuration that an administrator can change, besides the two switches. */
export const storedParts = {
  blockingFunctions: part(blockingFunctions),
  mfa: part({
    enabledProviders: list(enumSchema(["PROVIDER_UNSPECIFIED", "PHONE_SMS"])),
    providerConfigs: list(
      recordSchema({
        state: mfaState("MFA_STATE_UNSPECIFIED"),
        totpProviderConfig: part(integers("adjacentIntervals")),
      }),
    ),
    state: mfaState("STATE_UNSPECIFIED"),
  }),
  mobileLinksConfig: part({
    domain: oneOf("DOMAIN_UNSPECIFIED", "FIREBASE_DYNAMIC_LINK_DOMAIN", "HOSTING_DOMAIN"),
  }),
  passwordPolicyConfig: part({
    ...flags("forceUpgradeOnSignin"),
    ...texts("lastUpdateTime"),
    passwordPolicyEnforcementState: oneOf("PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"),
    passwordPolicyVersions: list(
      recordSchema({
        customStrengthOptions: part({
          ...flags("containsLowercaseCharacter", "containsNonAlphanumericCharacter"),
          ...flags("containsNumericCharacter", "containsUppercaseCharacter"),
          ...integers("maxPasswordLength", "minPasswordLength"),
        }),
        ...integers("schemaVersion"),
      }),
    ),
  }),
  recaptchaConfig: part({
    emailPasswordEnforcementState: recaptchaState,
    managedRules: list(recordSchema({ action: recaptchaAction, endScore: v.optional(number) })),
    phoneEnforcementState: recaptchaState,
    recaptchaKeys: list(
      recordSchema({ ...texts("key"), type: oneOf("CLIENT_TYPE_UNSPECIFIED", "WEB", "IOS", "ANDROID") }),
    ),
    tollFraudManagedRules: list(recordSchema({ action: recaptchaAction, startScore: v.optional(number) })),
    ...flags("useAccountDefender", "useSmsBotScore", "useSmsTollFraudProtection"),
  }),
  smsRegionConfig: part({
    allowByDefault: part({ disallowedRegions: list(text) }),
    allowlistOnly: part({ allowedRegions: list(text) }),
  }),
};

/** The stored parts of a project's configuration. */
export const StoredConfig = recordSchema(storedParts);
export type StoredConfig = v.InferOutput<typeof StoredConfig>;

const mailTemplate = part({
  ...texts("body", "replyTo", "senderDisplayName", "senderLocalPart", "subject"),
  bodyFormat: oneOf("BODY_FORMAT_UNSPECIFIED", "PLAIN_TEXT", "HTML"),
  ...flags("customized"),
});
const HASHES = [
  ...["HASH_ALGORITHM_UNSPECIFIED", "HMAC_SHA256", "HMAC_SHA1", "HMAC_MD5", "SCRYPT", "PBKDF_SHA1", "MD5"],
  ...["HMAC_SHA512", "SHA1", "BCRYPT", "PBKDF2_SHA256", "SHA256", "SHA512", "STANDARD_SCRYPT"],
];

/** Fields of `signIn` that Google's parser checks, besides the switch. */
export const unusedSignInFields = {
  anonymous: part(flags("enabled")),
  email: part(flags("enabled", "passwordRequired")),
  hashConfig: part({
    algorithm: oneOf(...HASHES),
    ...integers("memoryCost", "rounds"),
    ...texts("saltSeparator", "signerKey"),
  }),
  phoneNumber: part({ ...flags("enabled"), testPhoneNumbers: v.optional(mapSchema(text)) }),
};

/** Fields of the configuration that Google's parser checks, and that nobody can change here. */
export const unusedConfigFields = {
  authorizedDomains: list(text),
  client: part({
    ...texts("apiKey", "firebaseSubdomain"),
    permissions: part(flags("disabledUserDeletion", "disabledUserSignup")),
  }),
  ...flags("autodeleteAnonymousUsers"),
  ...texts("defaultHostingSite", "name"),
  monitoring: part({ requestLogging: part(flags("enabled")) }),
  multiTenant: part({ ...flags("allowTenants"), ...texts("defaultTenantLocation") }),
  notification: part({
    ...texts("defaultLocale"),
    sendEmail: part({
      ...texts("callbackUri"),
      changeEmailTemplate: mailTemplate,
      dnsInfo: part({
        ...texts("customDomain", "domainVerificationRequestTime", "pendingCustomDomain"),
        customDomainState: oneOf(
          "VERIFICATION_STATE_UNSPECIFIED",
          "NOT_STARTED",
          "IN_PROGRESS",
          "FAILED",
          "SUCCEEDED",
        ),
        ...flags("useCustomDomain"),
      }),
      legacyResetPasswordTemplate: mailTemplate,
      method: oneOf("METHOD_UNSPECIFIED", "DEFAULT", "CUSTOM_SMTP"),
      resetPasswordTemplate: mailTemplate,
      revertSecondFactorAdditionTemplate: mailTemplate,
      smtp: part({
        ...texts("host", "password", "senderEmail", "username"),
        ...integers("port"),
        securityMode: oneOf("SECURITY_MODE_UNSPECIFIED", "SSL", "START_TLS"),
      }),
      verifyEmailTemplate: mailTemplate,
    }),
    sendSms: part({ smsTemplate: part(texts("content")), ...flags("useDeviceLocale") }),
  }),
  quota: part({
    signUpQuotaConfig: part({ quota: v.optional(int64), ...texts("quotaDuration", "startTime") }),
  }),
  subtype: oneOf("SUBTYPE_UNSPECIFIED", "IDENTITY_PLATFORM", "FIREBASE_AUTH"),
};
