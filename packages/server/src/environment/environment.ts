import type { PublicConfig } from "@tallybin/contract/public-config";
import { withoutTrailingSlashes } from "@tallybin/contract/readable-path";
import { distance } from "fastest-levenshtein";
import * as v from "valibot";
import { StartError } from "../errors/start-error.ts";
import { SECRETS } from "./secret-files.ts";
import { isLoopback } from "./value-schemas.ts";
import { Environment, type EnvironmentValues } from "./variables.ts";

/** Names every missing or malformed variable, one per line, so that one look is enough. */
export class EnvironmentError extends StartError {
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
 * Parses the environment once. An empty variable counts as not set, as compose files write "none".
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
  const contradictions = result.success ? findContradictions(result.output) : [];
  const all = [...faults.values(), ...findMisspellings(env), ...contradictions];
  if (!result.success || all.length > 0) throw new EnvironmentError(all);
  return toServerConfig(result.output);
}

const KNOWN = Object.keys(Environment.entries);
const NAMES = new Set([...KNOWN, ...SECRETS.map((name) => `${name}_FILE`)]);

/** Names that differ from one of ours by a slip. A shorter name may be another program's. */
const findMisspellings = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env)
    .filter((name) => env[name] && !NAMES.has(name) && /^[A-Z_]{6,}$/.test(name))
    .flatMap((name) => {
      const near = KNOWN.find((known) => distance(name, known) <= (name.length < 10 ? 1 : 2));
      return near === undefined ? [] : [`${name} is unknown. Did you mean ${near}?`];
    });

/** The contradictions between values that are each valid alone. */
function findContradictions(values: EnvironmentValues): string[] {
  const isOnThisMachine = (name: "IDENTITY_TOOLKIT_URL" | "SECURE_TOKEN_URL" | "TOKEN_KEYS_URL"): boolean =>
    isLoopback(new URL(values[name]));
  const { SMS, ORIGIN, HUMAN_CHECK_ORIGIN, SESSION_SECRET } = values;
  const isServer = values.SESSIONS === "server";
  const check =
    SMS === "off" ? values.RECAPTCHA_ENTERPRISE_KEY && "RECAPTCHA_ENTERPRISE_KEY" : "SMS=recaptcha";
  const contradictions: [isFault: boolean, text: string][] = [
    // Google's Auth Emulator publishes no keys, so a production server would refuse all its users. A local identity
    // service that signs needs keys from this machine too.
    ...(["IDENTITY_TOOLKIT_URL", "SECURE_TOKEN_URL"] as const).map((name): [boolean, string] => [
      isOnThisMachine(name) && !isOnThisMachine("TOKEN_KEYS_URL"),
      `${name} must not be an emulator's address: its tokens are not signed, so production believes none. Use \`npm start\`, or \`npm run lab -- local-services\` with its TOKEN_KEYS_URL.`,
    ]),
    [
      check !== undefined && HUMAN_CHECK_ORIGIN === undefined,
      `HUMAN_CHECK_ORIGIN is missing: ${check} needs a second name of this server, such as https://check.example.com.`,
    ],
    // reCAPTCHA's script has all rights of its page's origin.
    [
      check !== undefined && HUMAN_CHECK_ORIGIN === ORIGIN,
      "HUMAN_CHECK_ORIGIN must be another origin than ORIGIN: a script of Google's would read what the site stores.",
    ],
    [
      isServer && SESSION_SECRET === undefined,
      "SESSION_SECRET is missing: SESSIONS=server encrypts refresh tokens with it. Use the output of `openssl rand -hex 32`.",
    ],
    [
      !isServer && values.SESSION_SECRET_PREVIOUS !== undefined && SESSION_SECRET === undefined,
      "SESSION_SECRET is missing: SESSION_SECRET_PREVIOUS is the secret that it took the place of.",
    ],
    [values.SESSION_IDLE > values.SESSION_LIFETIME, "SESSION_IDLE must not be longer than SESSION_LIFETIME."],
  ];
  return contradictions.flatMap(([isFault, text]) => (isFault ? [text] : []));
}

const toRangeSource = (value: string): null | { url: string } | { file: string } => {
  if (value === "off") return null;
  return value.startsWith("/") ? { file: value } : { url: withoutTrailingSlashes(value) };
};

const secretsOf = (secret: string, previous: string | undefined): [string, ...string[]] =>
  previous === undefined ? [secret] : [secret, previous];

/** How this server keeps sessions; undefined without a secret, because then nothing was ever stored. */
function toSessionConfig(values: EnvironmentValues) {
  const secret = values.SESSION_SECRET;
  if (secret === undefined) return undefined;
  return {
    mode: values.SESSIONS === "server" ? ("server" as const) : ("release" as const),
    secrets: secretsOf(secret, values.SESSION_SECRET_PREVIOUS),
    idleSeconds: values.SESSION_IDLE,
    lifetimeSeconds: values.SESSION_LIFETIME,
    /** Pages and files wait for no proof, because they show nothing of an account. */
    binding: values.SESSION_BINDING === "on" ? ("requests" as const) : ("off" as const),
  };
}

const HSTS = { host: "", subdomains: "; includeSubDomains", preload: "; includeSubDomains; preload" };

/** The server's parsed configuration. Only {@link parseEnvironment} reads the environment. */
export type ServerConfig = ReturnType<typeof toServerConfig>;

function toServerConfig(values: EnvironmentValues) {
  const sessions = toSessionConfig(values);
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    projectId: values.FIREBASE_PROJECT_ID,
    tokenKeysUrl: values.TOKEN_KEYS_URL,
    linkSecrets: secretsOf(values.UNSUBSCRIBE_SECRET, values.UNSUBSCRIBE_SECRET_PREVIOUS),
    consentVersion: values.CONSENT_VERSION,
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : null,
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    /** How long a stopping server reports not ready before it refuses connections. */
    stopDelayMs: values.STOP_DELAY_SECONDS * 1000,
    breachedPasswords: toRangeSource(values.BREACHED_PASSWORDS),
    /** Whether browsers send reports of policy violations to this server. */
    reports: values.REPORTS === "on",
    strictTransport: `max-age=63072000${HSTS[values.HSTS]}`,
    limits: { perClient: values.LIMIT_PER_CLIENT, perAddress: values.LIMIT_PER_ADDRESS },
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
    sessions,
    public: toPublicConfig(values, sessions?.mode),
  };
}

/** The public part of a parsed environment; only packages/local-services sets `mode: "local"`. */
const toPublicConfig = (values: EnvironmentValues, sessions?: PublicConfig["sessions"]): PublicConfig => ({
  mode: "production",
  origin: values.ORIGIN,
  identity: {
    apiKey: values.FIREBASE_API_KEY,
    projectId: values.FIREBASE_PROJECT_ID,
    identityToolkitUrl: values.IDENTITY_TOOLKIT_URL,
    secureTokenUrl: values.SECURE_TOKEN_URL,
  },
  documents: { url: values.DOCUMENTS_URL },
  providers: values.PROVIDERS,
  ...(sessions && { sessions }),
  sms: values.SMS,
  breachedPasswords: values.BREACHED_PASSWORDS !== "off",
  passkeys: values.PASSKEYS === "on",
  ...(values.RECAPTCHA_SITE_KEY ? { recaptchaSiteKey: values.RECAPTCHA_SITE_KEY } : {}),
  ...(values.RECAPTCHA_ENTERPRISE_KEY ? { recaptchaEnterpriseKey: values.RECAPTCHA_ENTERPRISE_KEY } : {}),
  ...(values.HUMAN_CHECK_ORIGIN ? { humanCheckOrigin: values.HUMAN_CHECK_ORIGIN } : {}),
  contactEndpoint: values.CONTACT_ENDPOINT,
  newsletterEndpoint: values.NEWSLETTER_ENDPOINT,
  analytics:
    values.ANALYTICS_ENDPOINT && values.ANALYTICS_WRITE_KEY
      ? { endpoint: values.ANALYTICS_ENDPOINT, writeKey: values.ANALYTICS_WRITE_KEY }
      : null,
  plans: {
    ...(values.STRIPE_PRICE_STARTER && { starter: values.STRIPE_PRICE_STARTER }),
    ...(values.STRIPE_PRICE_PRO && { pro: values.STRIPE_PRICE_PRO }),
    ...(values.STRIPE_PRICE_BUSINESS && { business: values.STRIPE_PRICE_BUSINESS }),
  },
  pictureHosts: values.PICTURE_HOSTS,
  local: null,
});
