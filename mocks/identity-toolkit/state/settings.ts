import * as v from "valibot";
import { fieldsOf } from "../../http/wire.ts";

const seconds = v.pipe(v.number(), v.minValue(1));
const limit = v.nullable(v.object({ max: v.pipe(v.number(), v.minValue(0)), windowS: seconds }));

/** Password rules beyond the six characters that every project requires. */
export const PasswordPolicy = v.object({
  enforcementState: v.picklist(["OFF", "ENFORCE"]),
  forceUpgradeOnSignin: v.boolean(),
  minPasswordLength: v.pipe(v.number(), v.minValue(6), v.maxValue(30)),
  maxPasswordLength: v.optional(v.number()),
  containsLowercaseCharacter: v.boolean(),
  containsUppercaseCharacter: v.boolean(),
  containsNumericCharacter: v.boolean(),
  containsNonAlphanumericCharacter: v.boolean(),
});
export type PasswordPolicy = v.InferOutput<typeof PasswordPolicy>;

/** The project's settings that an administrator would change in the Firebase console. */
export const Settings = v.object({
  /**
   * How ID tokens and session cookies are issued. A server that verifies signatures needs `signed` (RS256); the Admin
   * SDK, when `FIREBASE_AUTH_EMULATOR_HOST` is set, accepts only `unsigned`, as Google's emulator issues them.
   */
  tokens: v.picklist(["signed", "unsigned"], 'must be "signed" or "unsigned"'),
  /** Lifetime of an ID token; Google's is an hour. */
  idTokenLifetimeS: v.pipe(v.number(), v.minValue(1), v.maxValue(3600)),
  /** Lifetime of mailed codes by type. */
  oobCodeLifetimeS: v.object({
    PASSWORD_RESET: seconds,
    EMAIL_SIGNIN: seconds,
    VERIFY_EMAIL: seconds,
    VERIFY_AND_CHANGE_EMAIL: seconds,
    RECOVER_EMAIL: seconds,
    REVERT_SECOND_FACTOR_ADDITION: seconds,
  }),
  smsCodeLifetimeS: seconds,
  /** For how long after a sign-in the user may change email, password and factors, and delete the account. */
  recentSignInWindowS: seconds,
  /** Whether an unknown address and a wrong password get the same response. */
  enumerationProtection: v.boolean(),
  allowDuplicateEmails: v.boolean(),
  passwordSignIn: v.boolean(),
  emailLinkSignIn: v.boolean(),
  anonymousSignIn: v.boolean(),
  secondFactors: v.boolean(),
  passkeys: v.object({
    enabled: v.boolean(),
    /** The domain of passkeys. */
    rpId: v.string(),
    /** The origins of ceremonies; empty means every page of the RP ID. */
    expectedOrigins: v.array(v.string()),
    /** The maximum number of passkeys of an account. */
    limit: v.pipe(v.number(), v.minValue(0)),
    /** Whether a sign-in with a passkey requires the second factor too. */
    secondFactor: v.boolean(),
    /** The spelling of responses: that of Google's SDK and emulator, or that of the published schema. */
    wireFormat: v.picklist(["sdk", "published"]),
  }),
  /** Whether passkeys are verified. If not, any `{ id }` is accepted, as in Google's emulator. */
  verifyPasskeys: v.boolean(),
  /** Providers that this project refuses; all others may sign users in, as in the emulator. */
  disabledProviders: v.array(v.string()),
  authorizedDomains: v.array(v.string()),
  /** Whether calls without a valid token of App Check are refused. No other emulator enforces it. */
  appCheck: v.object(fieldsOf(v.picklist(["OFF", "ENFORCE"]), "identity", "token", "documents")),
  passwordPolicy: PasswordPolicy,
  /** Whether the consent page isolates itself from its opener, as some providers' pages do. */
  isolateConsentPage: v.boolean(),
  /** The limits are off by default, because test suites send requests quickly. */
  rateLimits: v.object({ signIn: limit, signUp: limit, passwordReset: limit, sms: limit }),
});
export type Settings = v.InferOutput<typeof Settings>;

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

export const createDefaultSettings = (): Settings => ({
  tokens: "signed",
  idTokenLifetimeS: HOUR_S,
  oobCodeLifetimeS: {
    PASSWORD_RESET: HOUR_S,
    EMAIL_SIGNIN: 6 * HOUR_S,
    VERIFY_EMAIL: 3 * DAY_S,
    VERIFY_AND_CHANGE_EMAIL: 3 * DAY_S,
    RECOVER_EMAIL: 365 * DAY_S,
    REVERT_SECOND_FACTOR_ADDITION: 365 * DAY_S,
  },
  smsCodeLifetimeS: 600,
  recentSignInWindowS: 300,
  enumerationProtection: false,
  allowDuplicateEmails: false,
  passwordSignIn: true,
  emailLinkSignIn: true,
  anonymousSignIn: true,
  secondFactors: true,
  passkeys: {
    enabled: true,
    rpId: "localhost",
    expectedOrigins: [],
    limit: 20,
    secondFactor: false,
    wireFormat: "sdk",
  },
  verifyPasskeys: true,
  disabledProviders: [],
  authorizedDomains: ["localhost", "127.0.0.1"],
  appCheck: { identity: "OFF", token: "OFF", documents: "OFF" },
  isolateConsentPage: false,
  passwordPolicy: {
    enforcementState: "OFF",
    forceUpgradeOnSignin: false,
    minPasswordLength: 6,
    maxPasswordLength: undefined,
    containsLowercaseCharacter: false,
    containsUppercaseCharacter: false,
    containsNumericCharacter: false,
    containsNonAlphanumericCharacter: false,
  },
  rateLimits: { signIn: null, signUp: null, passwordReset: null, sms: null },
});
