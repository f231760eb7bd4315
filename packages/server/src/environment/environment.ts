import * as v from "valibot";
import { type PublicConfig, toPublicConfig } from "./public-config.ts";
import * as s from "./value-schemas.ts";

const text = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, "printable characters without spaces"));

/**
 * Every variable the server reads, with the check of each. The table in the package README is held
 * against these keys by a test, so that no variable goes undocumented.
 */
export const Environment = v.object({
  ORIGIN: s.Origin,
  FIREBASE_API_KEY: s.ApiKey,
  FIREBASE_PROJECT_ID: s.ProjectId,
  UNSUBSCRIBE_SECRET: s.Secret,
  PORT: v.optional(s.wholeNumber(1, 65_535), "3000"),
  HOST: v.optional(text, "127.0.0.1"),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), ".data"),
  DATABASE_URL: v.optional(s.PostgresUrl),
  DATABASE_POOL_SIZE: v.optional(s.wholeNumber(1, 200), "10"),
  IDENTITY_TOOLKIT_URL: v.optional(s.ServiceUrl, "https://identitytoolkit.googleapis.com"),
  SECURE_TOKEN_URL: v.optional(s.ServiceUrl, "https://securetoken.googleapis.com"),
  DOCUMENTS_URL: v.optional(s.ServiceUrl, "https://firestore.googleapis.com"),
  TOKEN_KEYS_URL: v.optional(
    s.ServiceUrl,
    "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  ),
  PROVIDERS: v.optional(s.Providers, "google.com,facebook.com,twitter.com,github.com"),
  SMS: v.optional(v.picklist(["off", "recaptcha"], 'either "off" or "recaptcha"'), "off"),
  RECAPTCHA_SITE_KEY: v.optional(text),
  PICTURE_HOSTS: v.optional(
    s.Hosts,
    "lh3.googleusercontent.com,graph.facebook.com,platform-lookaside.fbsbx.com,pbs.twimg.com,avatars.githubusercontent.com",
  ),
  CONTACT_ENDPOINT: v.optional(s.Endpoint, "/api/sheets/contact?tabId=responses"),
  NEWSLETTER_ENDPOINT: v.optional(s.Endpoint, "/api/newsletter"),
  CONSENT_VERSION: v.optional(text, "2024-05-06"),
  SMTP_URL: v.optional(s.SmtpUrl),
  MAIL_FROM: v.optional(s.Mailbox),
  ANALYTICS_ENDPOINT: v.optional(s.ServiceUrl),
  ANALYTICS_WRITE_KEY: v.optional(text),
  STRIPE_PRICE_STARTER: v.optional(text),
  STRIPE_PRICE_PRO: v.optional(text),
  STRIPE_PRICE_BUSINESS: v.optional(text),
  TRUSTED_PROXY_HOPS: v.optional(s.wholeNumber(0, 10), "0"),
  STOP_DELAY_SECONDS: v.optional(s.wholeNumber(0, 120), "0"),
  LIMIT_PER_CLIENT: v.optional(s.RateLimit, "20/600"),
  LIMIT_PER_ADDRESS: v.optional(s.RateLimit, "5/3600"),
  LOG_LEVEL: v.optional(
    v.picklist(["debug", "info", "warn", "error", "silent"], "one of debug, info, warn, error, silent"),
    "info",
  ),
});

export type EnvironmentValues = v.InferOutput<typeof Environment>;

/** Everything a server needs to know, parsed. The only reader of the environment is {@link parseEnvironment}. */
export type ServerConfig = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  projectId: string;
  tokenKeysUrl: string;
  unsubscribeSecret: string;
  consentVersion: string;
  mail: null | { url: string; from: string };
  trustedProxyHops: number;
  /** How long a server that is to stop says so before it refuses connections. */
  stopDelayMs: number;
  limits: { perClient: RateLimit; perAddress: RateLimit };
  logLevel: EnvironmentValues["LOG_LEVEL"];
  public: PublicConfig;
};

/** `count` requests in `seconds`, replenished evenly. */
export type RateLimit = { count: number; seconds: number };

/** Names every missing or malformed variable, one per line, so that one look at the terminal is enough. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

const PAIRS = [
  ["SMTP_URL", "MAIL_FROM"],
  ["ANALYTICS_ENDPOINT", "ANALYTICS_WRITE_KEY"],
] as const;

/**
 * Parses the environment once. A variable set to nothing counts as not set: compose files and hosting
 * panels write `NAME=` for "none".
 * @throws {@link EnvironmentError} naming all faults at once.
 */
export function parseEnvironment(env: Record<string, string | undefined>): ServerConfig {
  const given = Object.fromEntries(
    Object.keys(Environment.entries).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const result = v.safeParse(Environment, given);
  const faults = new Map<string, string>();
  for (const issue of result.issues ?? []) {
    const name = String(issue.path?.[0]?.key);
    const fault = name in given ? `${name} must be ${issue.message}.` : `${name} is missing.`;
    if (!faults.has(name)) faults.set(name, fault);
  }
  for (const [one, other] of PAIRS) {
    if (one in given !== other in given) {
      const missing = one in given ? other : one;
      faults.set(missing, `${missing} is missing: ${one} and ${other} belong together.`);
    }
  }
  if (!result.success || faults.size > 0) throw new EnvironmentError([...faults.values()]);
  return toServerConfig(result.output);
}

const toServerConfig = (values: EnvironmentValues): ServerConfig => ({
  host: values.HOST,
  port: values.PORT,
  dataDir: values.DATA_DIR,
  databaseUrl: values.DATABASE_URL,
  databasePoolSize: values.DATABASE_POOL_SIZE,
  projectId: values.FIREBASE_PROJECT_ID,
  tokenKeysUrl: values.TOKEN_KEYS_URL,
  unsubscribeSecret: values.UNSUBSCRIBE_SECRET,
  consentVersion: values.CONSENT_VERSION,
  mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : null,
  trustedProxyHops: values.TRUSTED_PROXY_HOPS,
  stopDelayMs: values.STOP_DELAY_SECONDS * 1000,
  limits: { perClient: values.LIMIT_PER_CLIENT, perAddress: values.LIMIT_PER_ADDRESS },
  logLevel: values.LOG_LEVEL,
  public: toPublicConfig(values),
});
