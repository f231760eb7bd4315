import type * as v from "valibot";
import {
  enumSchema,
  fieldsOf,
  flag,
  int32,
  int64,
  listSchema,
  mapSchema,
  number,
  recordSchema,
  text,
} from "../../http/wire.ts";

const texts = <const Name extends string>(...names: Name[]) => fieldsOf(text, ...names);
const flags = <const Name extends string>(...names: Name[]) => fieldsOf(flag, ...names);
const integers = <const Name extends string>(...names: Name[]) => fieldsOf(int32, ...names);
const oneOf = <const Names extends readonly string[]>(...names: Names) => enumSchema(names);

const mfaState = (unspecified: string) => oneOf(unspecified, "DISABLED", "ENABLED", "MANDATORY");
const recaptchaState = oneOf("RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "AUDIT", "ENFORCE");
const recaptchaAction = oneOf("RECAPTCHA_ACTION_UNSPECIFIED", "BLOCK");

const blockingFunctions = {
  forwardInboundCredentials: recordSchema(flags("accessToken", "idToken", "refreshToken")),
  triggers: mapSchema(recordSchema(texts("functionUri", "updateTime"))),
};

/** The parts of the configuration that an administrator can change, besides the two switches. */
export const storedParts = {
  blockingFunctions: recordSchema(blockingFunctions),
  mfa: recordSchema({
    enabledProviders: listSchema(enumSchema(["PROVIDER_UNSPECIFIED", "PHONE_SMS"])),
    providerConfigs: listSchema(
      recordSchema({
        state: mfaState("MFA_STATE_UNSPECIFIED"),
        totpProviderConfig: recordSchema(integers("adjacentIntervals")),
      }),
    ),
    state: mfaState("STATE_UNSPECIFIED"),
  }),
  mobileLinksConfig: recordSchema({
    domain: oneOf("DOMAIN_UNSPECIFIED", "FIREBASE_DYNAMIC_LINK_DOMAIN", "HOSTING_DOMAIN"),
  }),
  passwordPolicyConfig: recordSchema({
    ...flags("forceUpgradeOnSignin"),
    ...texts("lastUpdateTime"),
    passwordPolicyEnforcementState: oneOf("PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED", "OFF", "ENFORCE"),
    passwordPolicyVersions: listSchema(
      recordSchema({
        customStrengthOptions: recordSchema({
          ...flags("containsLowercaseCharacter", "containsNonAlphanumericCharacter"),
          ...flags("containsNumericCharacter", "containsUppercaseCharacter"),
          ...integers("maxPasswordLength", "minPasswordLength"),
        }),
        ...integers("schemaVersion"),
      }),
    ),
  }),
  recaptchaConfig: recordSchema({
    emailPasswordEnforcementState: recaptchaState,
    managedRules: listSchema(recordSchema({ action: recaptchaAction, endScore: number })),
    phoneEnforcementState: recaptchaState,
    recaptchaKeys: listSchema(
      recordSchema({ ...texts("key"), type: oneOf("CLIENT_TYPE_UNSPECIFIED", "WEB", "IOS", "ANDROID") }),
    ),
    tollFraudManagedRules: listSchema(recordSchema({ action: recaptchaAction, startScore: number })),
    ...flags("useAccountDefender", "useSmsBotScore", "useSmsTollFraudProtection"),
  }),
  smsRegionConfig: recordSchema({
    allowByDefault: recordSchema({ disallowedRegions: listSchema(text) }),
    allowlistOnly: recordSchema({ allowedRegions: listSchema(text) }),
  }),
};

export const StoredConfig = recordSchema(storedParts);
export type StoredConfig = v.InferOutput<typeof StoredConfig>;

const mailTemplate = recordSchema({
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
  anonymous: recordSchema(flags("enabled")),
  email: recordSchema(flags("enabled", "passwordRequired")),
  hashConfig: recordSchema({
    algorithm: oneOf(...HASHES),
    ...integers("memoryCost", "rounds"),
    ...texts("saltSeparator", "signerKey"),
  }),
  phoneNumber: recordSchema({ ...flags("enabled"), testPhoneNumbers: mapSchema(text) }),
};

/** Fields that a request may send. Their types are checked, and the configuration does not keep them. */
export const unusedConfigFields = {
  authorizedDomains: listSchema(text),
  client: recordSchema({
    ...texts("apiKey", "firebaseSubdomain"),
    permissions: recordSchema(flags("disabledUserDeletion", "disabledUserSignup")),
  }),
  ...flags("autodeleteAnonymousUsers"),
  ...texts("defaultHostingSite", "name"),
  monitoring: recordSchema({ requestLogging: recordSchema(flags("enabled")) }),
  multiTenant: recordSchema({ ...flags("allowTenants"), ...texts("defaultTenantLocation") }),
  notification: recordSchema({
    ...texts("defaultLocale"),
    sendEmail: recordSchema({
      ...texts("callbackUri"),
      changeEmailTemplate: mailTemplate,
      dnsInfo: recordSchema({
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
      smtp: recordSchema({
        ...texts("host", "password", "senderEmail", "username"),
        ...integers("port"),
        securityMode: oneOf("SECURITY_MODE_UNSPECIFIED", "SSL", "START_TLS"),
      }),
      verifyEmailTemplate: mailTemplate,
    }),
    sendSms: recordSchema({ smsTemplate: recordSchema(texts("content")), ...flags("useDeviceLocale") }),
  }),
  quota: recordSchema({
    signUpQuotaConfig: recordSchema({ quota: int64, ...texts("quotaDuration", "startTime") }),
  }),
  subtype: oneOf("SUBTYPE_UNSPECIFIED", "IDENTITY_PLATFORM", "FIREBASE_AUTH"),
};
