import * as v from "valibot";
import { enumSchema, flag, int64, optionalFields, recordSchema, text } from "../../http/wire.ts";

/** Fields that Google's parser checks although no operation here reads them: a wrong type is refused. */
const clientType = v.optional(
  enumSchema(["CLIENT_TYPE_UNSPECIFIED", "CLIENT_TYPE_WEB", "CLIENT_TYPE_ANDROID", "CLIENT_TYPE_IOS"]),
);
const recaptchaVersion = v.optional(enumSchema(["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]));
const optionalTexts = <const Name extends string>(...names: Name[]) => optionalFields(text, ...names);

/** The fields with which a client proves to reCAPTCHA Enterprise that a person acts. */
export const captchaFields = {
  clientType,
  recaptchaVersion,
  ...optionalTexts("captchaChallenge", "captchaResponse"),
};
export const instanceFields = { instanceId: v.optional(text), returnSecureToken: v.optional(flag) };
/** Names another project: for administrators only. */
export const projectFields = { targetProjectId: v.optional(text), delegatedProjectNumber: v.optional(int64) };
export const delegatedProject = { delegatedProjectNumber: v.optional(int64) };
/** A phone's proof to Google that a person requests the SMS. */
export const deviceFields = {
  autoRetrievalInfo: v.optional(recordSchema({ appSignatureHash: v.optional(text) })),
  clientType,
  recaptchaVersion,
  ...optionalTexts(
    "captchaResponse",
    "iosReceipt",
    "iosSecret",
    "playIntegrityToken",
    "recaptchaToken",
    "safetyNetToken",
  ),
};
export const oobDeviceFields = {
  ...optionalFields(flag, "androidInstallApp", "canHandleCodeInApp"),
  clientType,
  recaptchaVersion,
  targetProjectId: v.optional(text),
  ...optionalTexts(
    "androidMinimumVersion",
    "androidPackageName",
    "captchaResp",
    "challenge",
    "dynamicLinkDomain",
    "linkDomain",
    "userIp",
  ),
};
export const authorizationFields = optionalTexts(
  "appId",
  "authFlowType",
  "hostedDomain",
  "oauthConsumerKey",
  "openidRealm",
  "otaApp",
);
