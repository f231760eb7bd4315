import { enumSchema, fieldsOf, flag, int64, recordSchema, text } from "../../http/wire.ts";

/** Fields that Google's parser checks although no operation here reads them: a wrong type is refused. */
const clientType = enumSchema([
  "CLIENT_TYPE_UNSPECIFIED",
  "CLIENT_TYPE_WEB",
  "CLIENT_TYPE_ANDROID",
  "CLIENT_TYPE_IOS",
]);
const recaptchaVersion = enumSchema(["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]);

/** The fields with which a client proves to reCAPTCHA Enterprise that a person acts. */
export const captchaFields = {
  clientType,
  recaptchaVersion,
  ...fieldsOf(text, "captchaChallenge", "captchaResponse"),
};
export const instanceFields = { instanceId: text, returnSecureToken: flag };
/** Names another project: for administrators only. */
export const projectFields = { targetProjectId: text, delegatedProjectNumber: int64 };
export const delegatedProject = { delegatedProjectNumber: int64 };
/** A phone's proof to Google that a person requests the SMS. */
export const deviceFields = {
  autoRetrievalInfo: recordSchema({ appSignatureHash: text }),
  clientType,
  recaptchaVersion,
  ...fieldsOf(
    text,
    "captchaResponse",
    "iosReceipt",
    "iosSecret",
    "playIntegrityToken",
    "recaptchaToken",
    "safetyNetToken",
  ),
};
export const oobDeviceFields = {
  ...fieldsOf(flag, "androidInstallApp", "canHandleCodeInApp"),
  clientType,
  recaptchaVersion,
  targetProjectId: text,
  ...fieldsOf(
    text,
    "androidMinimumVersion",
    "androidPackageName",
    "captchaResp",
    "challenge",
    "dynamicLinkDomain",
    "linkDomain",
    "userIp",
  ),
};
export const authorizationFields = fieldsOf(
  text,
  "appId",
  "authFlowType",
  "hostedDomain",
  "oauthConsumerKey",
  "openidRealm",
  "otaApp",
);
