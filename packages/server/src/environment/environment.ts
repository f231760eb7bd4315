import { type PublicConfig, withoutTrailingSlashes } from "@tallybin/contract";
import * as v from "valibot";
import { emulatorFaults } from "./emulator.ts";
import { humanCheckFault } from "./human-check-fault.ts";
import { toPublicConfig } from "./public-config.ts";
import { type SessionConfig, sessionFault, toSessionConfig } from "./session-config.ts";
import { Environment, type EnvironmentValues } from "./variables.ts";

/** The server's parsed configuration. Only {@link parseEnvironment} reads the environment. */
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
  /** How long a stopping server reports not ready before it refuses connections. */
  stopDelayMs: number;
  /** The source of breached-password ranges; null if the check is off. */
  breachedPasswords: null | { url: string } | { file: string };
  /** Whether browsers send reports of policy violations to this server. */
  reports: boolean;
  limits: { perClient: RateLimit; perAddress: RateLimit };
  /** The port of `/metrics`; undefined without metrics. */
  metricsPort: number | undefined;
  /** The OTLP collector and the share of requests that it gets; undefined without traces. */
  traces: undefined | { endpoint: string; ratio: number };
  logLevel: EnvironmentValues["LOG_LEVEL"];
  /** Set if this server keeps refresh tokens, or still returns those it kept. */
  sessions: SessionConfig | undefined;
  public: PublicConfig;
};

/** `count` requests in `seconds`, replenished evenly. */
export type RateLimit = { count: number; seconds: number };

/** Names every missing or malformed variable, one per line, so that one look is enough. */
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
 * Parses the environment once. An empty variable counts as not set: compose files and hosting panels write `NAME=`
 * for "none".
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
  if (result.success) {
    for (const fault of emulatorFaults(result.output)) faults.set(fault, fault);
    for (const fault of [humanCheckFault(result.output), sessionFault(result.output)])
      if (fault !== undefined) faults.set(fault, fault);
  }
  if (!result.success || faults.size > 0) throw new EnvironmentError([...faults.values()]);
  return toServerConfig(result.output);
}

const toRangeSource = (value: string): ServerConfig["breachedPasswords"] => {
  if (value === "off") return null;
  return value.startsWith("/") ? { file: value } : { url: withoutTrailingSlashes(value) };
};

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
  breachedPasswords: toRangeSource(values.BREACHED_PASSWORDS),
  reports: values.REPORTS === "on",
  limits: { perClient: values.LIMIT_PER_CLIENT, perAddress: values.LIMIT_PER_ADDRESS },
  metricsPort: values.METRICS_PORT,
  traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: values.OTEL_TRACES_SAMPLER_ARG }
    : undefined,
  logLevel: values.LOG_LEVEL,
  sessions: toSessionConfig(values),
  public: toPublicConfig(values),
});
