import * as v from "valibot";
import { STATUSES } from "../firestore/documents/errors.ts";
import { optionalFields } from "../http/wire.ts";

/** Error codes of Identity Toolkit and Secure Token: those of these services, and others that clients handle. */
const IDENTITY_WORDS = `
ADMIN_ONLY_OPERATION ALTERNATE_CLIENT_IDENTIFIER_REQUIRED BILLING_NOT_ENABLED BLOCKING_FUNCTION_ERROR_RESPONSE
CAPTCHA_CHECK_FAILED CLAIMS_TOO_LARGE CONFIGURATION_EXISTS CONFIGURATION_NOT_FOUND CREDENTIAL_ALREADY_IN_USE
CREDENTIAL_MISMATCH CREDENTIAL_TOO_OLD_LOGIN_AGAIN DUPLICATE_EMAIL DUPLICATE_LOCAL_ID
DUPLICATE_MFA_ENROLLMENT_ID DUPLICATE_RAW_ID DYNAMIC_LINK_NOT_ACTIVATED EMAIL_CHANGE_NEEDS_VERIFICATION
EMAIL_EXISTS EMAIL_NOT_FOUND EXPIRED_OOB_CODE FEDERATED_USER_ID_ALREADY_LINKED FORBIDDEN_CLAIM
INSUFFICIENT_PERMISSION INTERNAL_ERROR INVALID_APP_CREDENTIAL INVALID_APP_ID INVALID_ARGUMENT
INVALID_AUTHENTICATOR_RESPONSE INVALID_BLOCKING_FUNCTION INVALID_CERT_HASH INVALID_CLAIMS INVALID_CODE
INVALID_CONFIG_ID INVALID_CONTINUE_URI INVALID_CREDENTIAL_ID INVALID_CREDENTIAL_OR_PROVIDER_ID
INVALID_CUSTOM_TOKEN INVALID_DURATION INVALID_DYNAMIC_LINK_DOMAIN INVALID_EMAIL INVALID_GRANT_TYPE
INVALID_HOSTING_LINK_DOMAIN INVALID_IDENTIFIER INVALID_IDP_RESPONSE INVALID_ID_TOKEN INVALID_LOGIN_CREDENTIALS
INVALID_MESSAGE_PAYLOAD INVALID_MFA_ENROLLMENT_ID INVALID_MFA_PENDING_CREDENTIAL INVALID_MFA_PHONE_NUMBER
INVALID_NEW_EMAIL
INVALID_OAUTH_CLIENT_ID INVALID_OOB_CODE INVALID_PASSWORD INVALID_PENDING_TOKEN INVALID_PHONE_NUMBER
INVALID_PROJECT_ID INVALID_PROVIDER_ID INVALID_RECAPTCHA_ACTION INVALID_RECAPTCHA_TOKEN
INVALID_RECAPTCHA_VERSION INVALID_RECIPIENT_EMAIL INVALID_REFRESH_TOKEN INVALID_REQUEST_URI INVALID_REQ_TYPE
INVALID_SENDER INVALID_SESSION_INFO INVALID_TEMPORARY_PROOF INVALID_TENANT_ID LOCAL_ID_LIST_EXCEEDS_LIMIT
MFA_ENROLLMENT_NOT_FOUND MISSING_ANDROID_PACKAGE_NAME MISSING_APP_CREDENTIAL MISSING_AUTHENTICATOR_RESPONSE
MISSING_CLIENT_TYPE MISSING_CODE MISSING_CONFIG_ID MISSING_CONTINUE_URI MISSING_CREDENTIAL
MISSING_CUSTOM_TOKEN MISSING_EMAIL MISSING_GRANT_TYPE MISSING_IDENTIFIER MISSING_ID_TOKEN
MISSING_IOS_BUNDLE_ID MISSING_LOCAL_ID MISSING_MFA_ENROLLMENT_ID MISSING_MFA_PENDING_CREDENTIAL
MISSING_NEW_EMAIL MISSING_OOB_CODE MISSING_OR_INVALID_NONCE MISSING_PASSWORD MISSING_PHONE_NUMBER
MISSING_PROVIDER_ID MISSING_RAW_ID MISSING_RECAPTCHA_TOKEN MISSING_RECAPTCHA_VERSION MISSING_REFRESH_TOKEN
MISSING_REQUEST_URI MISSING_REQ_TYPE MISSING_SESSION_INFO MISSING_USER_ACCOUNT OPERATION_NOT_ALLOWED
PASSKEY_CHALLENGE_TIMEOUT PASSKEY_CREDENTIAL_NOT_FOUND PASSKEY_ENROLLMENT_NOT_FOUND PASSKEY_EXISTS
PASSKEY_LIMIT_EXCEEDED PASSKEY_NOT_ENABLED PASSWORD_DOES_NOT_MEET_REQUIREMENTS PASSWORD_LOGIN_DISABLED
PHONE_NUMBER_EXISTS PROJECT_DISABLED QUOTA_EXCEEDED RECAPTCHA_NOT_ENABLED REJECTED_CREDENTIAL
RESET_PASSWORD_EXCEED_LIMIT SECOND_FACTOR_EXISTS SECOND_FACTOR_LIMIT_EXCEEDED SESSION_EXPIRED
TENANT_ID_MISMATCH TOKEN_EXPIRED TOO_MANY_ATTEMPTS_TRY_LATER UNAUTHORIZED_DOMAIN UNEXPECTED_PARAMETER
UNSUPPORTED_FIRST_FACTOR UNSUPPORTED_PASSTHROUGH_OPERATION UNSUPPORTED_TENANT_OPERATION UNVERIFIED_EMAIL
USER_CANCELLED USER_DISABLED USER_NOT_FOUND WEAK_PASSWORD
`
  .trim()
  .split(/\s+/);

/** The codes that a failure script may answer, without the explanation after " : ". */
export const ERROR_WORDS: readonly string[] = [...IDENTITY_WORDS, ...STATUSES];

const ms = v.pipe(v.number("must be number"), v.minValue(0, "must not be negative"));
const count = v.pipe(
  v.number("must be number"),
  v.integer("must be a whole number"),
  v.minValue(0, "must not be negative"),
);
const status = v.pipe(
  count,
  v.minValue(200, "must be a status of 200 or more"),
  v.maxValue(599, "must be a status"),
);

/** The API also answers sentences without a code, such as "API key not valid. Please pass a valid API key.". */
const SENTENCE = /^[A-Z][A-Za-z]* [a-z]/;

const faultSchema = <const Kind extends string, const Details extends v.ObjectEntries>(
  kind: Kind,
  details: Details,
) => v.strictObject({ kind: v.literal(kind), ...details });

/** The kinds of faults. `latency` only delays, so it combines with every other. */
const KINDS = [
  /** No connection: the request fails without a response. */
  faultSchema("offline", {}),
  /** The request is accepted and never answered. With `forMs`, the connection is dropped after that time. */
  faultSchema("hang", { forMs: v.optional(ms) }),
  /** The request is delayed: by `ms`, or evenly between `minMs` and `maxMs`, or log-normally around `medianMs`. */
  faultSchema("latency", optionalFields(ms, "ms", "minMs", "maxMs", "medianMs", "sigma")),
  /** The connection ends in the middle of the body, after the operation. */
  faultSchema("cut", { afterBytes: v.optional(count) }),
  /** Google's envelope with another status: 429, 500, 503. */
  faultSchema("status", { status, retryAfterS: v.optional(count) }),
  /** A page of a proxy or captive portal instead of JSON. */
  faultSchema("html", { status: v.optional(status) }),
  /** The response is truncated JSON, after the operation. */
  faultSchema("malformed-json", { status: v.optional(status) }),
  /** A definite code of the API, such as `USER_DISABLED`, or a sentence. */
  faultSchema("error", {
    word: v.pipe(
      v.string("must be string"),
      v.check(
        (word) => SENTENCE.test(word) || ERROR_WORDS.includes(word.split(" : ")[0] ?? ""),
        ({ input }) => `is no known error code: "${input}". There are: ${ERROR_WORDS.join(", ")}.`,
      ),
    ),
    status: v.optional(status),
  }),
  /** The response lacks the headers that let another origin read it; a preflight is refused. */
  faultSchema("cors", {}),
] as const;

export const FAULT_KINDS = KINDS.map(({ entries }) => entries.kind.literal);

const Fault = v.variant("kind", KINDS, `must be a fault of one of the kinds ${FAULT_KINDS.join(", ")}`);
export type Fault = v.InferOutput<typeof Fault>;

/** Which requests fail, how often, and how. Everything but the fault is optional. */
export const FailureScript = v.strictObject({
  fault: Fault,
  /** Short names; `*` matches any characters: `token`, `accounts:*`. Default: every endpoint. */
  endpoint: v.optional(v.union([v.string(), v.array(v.string())], "must be a name or a list of names")),
  /** Restricts the script to requests about the account with this address. */
  email: v.optional(v.string("must be string")),
  uid: v.optional(v.string("must be string")),
  /** Lets this many matching requests pass first. */
  after: v.optional(count),
  /** Applies this many times, then stops. Default: no limit. */
  times: v.optional(count),
  /** Applies with this probability, drawn from the seeded sequence. */
  probability: v.optional(
    v.pipe(v.number("must be number"), v.minValue(0, "must be 0 to 1"), v.maxValue(1, "must be 0 to 1")),
  ),
  /**
   * `after`: the operation runs and only its response is lost. Default: `before`, except for `cut` and
   * `malformed-json`.
   */
  phase: v.optional(v.picklist(["before", "after"], 'must be "before" or "after"')),
  /** A note for the workbench. */
  note: v.optional(v.pipe(v.string("must be string"), v.maxLength(200, "must be at most 200 characters"))),
});
export type FailureScript = v.InferOutput<typeof FailureScript>;
