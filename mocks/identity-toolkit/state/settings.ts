import * as v from "valibot";
import { fieldsOf, schemaOf } from "../../http/wire.ts";
import requests from "../requests/requests.json" with { type: "json" };
import { OOB_KINDS, type OobType } from "./codes.ts";

const HOUR_S = 3600;

const seconds = (usual: number) => v.optional(v.pipe(v.number(), v.minValue(1)), usual);
const isOn = (usual: boolean) => v.optional(v.boolean(), usual);
/** Settings of one subject, each with a default. */
const group = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.optional(v.unknown(), {}), v.object(entries));
const oobLifetimes = Object.fromEntries(
  Object.entries(OOB_KINDS).map(([type, { lifetimeS }]) => [type, seconds(lifetimeS)]),
) as Record<OobType, ReturnType<typeof seconds>>;
const limit = v.optional(
  v.nullable(
    v.object({ max: v.pipe(v.number(), v.minValue(0)), windowS: v.pipe(v.number(), v.minValue(1)) }),
  ),
  null,
);

/** Password rules beyond the six characters that every project requires. */
export const PasswordPolicy = group({
  enforcementState: v.optional(v.picklist(["OFF", "ENFORCE"]), "OFF"),
  forceUpgradeOnSignin: isOn(false),
  minPasswordLength: v.optional(v.pipe(v.number(), v.minValue(6), v.maxValue(30)), 6),
  maxPasswordLength: v.optional(v.number()),
  containsLowercaseCharacter: isOn(false),
  containsUppercaseCharacter: isOn(false),
  containsNumericCharacter: isOn(false),
  containsNonAlphanumericCharacter: isOn(false),
});
export type PasswordPolicy = v.InferOutput<typeof PasswordPolicy>;

/** The project's settings that an administrator would change in the Firebase console. A missing one has its default. */
export const Settings = v.object({
  /**
   * How ID tokens and session cookies are issued. A server that verifies signatures needs `signed` (RS256); the Admin
   * SDK, when `FIREBASE_AUTH_EMULATOR_HOST` is set, accepts only `unsigned`, as Google's emulator issues them.
   */
  tokens: v.optional(v.picklist(["signed", "unsigned"], 'must be "signed" or "unsigned"'), "signed"),
  /** Lifetime of an ID token; Google's is an hour. */
  idTokenLifetimeS: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(HOUR_S)), HOUR_S),
  oobCodeLifetimeS: group(oobLifetimes),
  smsCodeLifetimeS: seconds(600),
  /** For how long after a sign-in the user may change email, password and factors, and delete the account. */
  recentSignInWindowS: seconds(300),
  /** Whether an unknown address and a wrong password get the same response. */
  enumerationProtection: isOn(false),
  allowDuplicateEmails: isOn(false),
  passwordSignIn: isOn(true),
  emailLinkSignIn: isOn(true),
  anonymousSignIn: isOn(true),
  secondFactors: isOn(true),
  passkeys: group({
    enabled: isOn(true),
    /** The domain of passkeys. */
    rpId: v.optional(v.string(), "localhost"),
    /** The origins of ceremonies; empty means every page of the RP ID. */
    expectedOrigins: v.optional(v.array(v.string()), []),
    /** The maximum number of passkeys of an account. */
    limit: v.optional(v.pipe(v.number(), v.minValue(0)), 20),
    /** Whether a sign-in with a passkey requires the second factor too. */
    secondFactor: isOn(false),
    /** The spelling of responses: that of Google's SDK and emulator, or that of the published schema. */
    wireFormat: v.optional(v.picklist(["sdk", "published"]), "sdk"),
  }),
  /** Whether passkeys are verified. If not, any `{ id }` is accepted, as in Google's emulator. */
  verifyPasskeys: isOn(true),
  /** Providers that this project refuses; all others may sign users in, as in the emulator. */
  disabledProviders: v.optional(v.array(v.string()), []),
  authorizedDomains: v.optional(v.array(v.string()), ["localhost", "127.0.0.1"]),
  /** Whether calls without a valid token of App Check are refused. No other emulator enforces it. */
  appCheck: group(
    fieldsOf(v.optional(v.picklist(["OFF", "ENFORCE"]), "OFF"), "identity", "token", "documents"),
  ),
  passwordPolicy: PasswordPolicy,
  /** Whether the consent page isolates itself from its opener, as some providers' pages do. */
  isolateConsentPage: isOn(false),
  /** The limits are off by default, because test suites send requests quickly. */
  rateLimits: group({ signIn: limit, signUp: limit, passwordReset: limit, sms: limit }),
});
export type Settings = v.InferOutput<typeof Settings>;

const { blockingFunctions, mfa, mobileLinksConfig, passwordPolicyConfig } = requests.config;
const { recaptchaConfig, smsRegionConfig } = requests.config;
const stored = {
  blockingFunctions,
  mfa,
  mobileLinksConfig,
  passwordPolicyConfig,
  recaptchaConfig,
  smsRegionConfig,
};

/** The parts of the configuration that only an administrator reads. */
export const StoredConfig = schemaOf(stored);
export type StoredConfig = v.InferOutput<typeof StoredConfig>;

/** The stored parts and the two switches: all that a change may name. */
export const changeableConfig = { ...stored, ...requests.switches };
