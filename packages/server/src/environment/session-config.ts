import type { EnvironmentValues } from "./variables.ts";

/** How this server keeps sessions. */
export type SessionConfig = {
  /** `release`: browsers keep sessions again, and this server returns those that it still holds. */
  mode: "server" | "release";
  /** The first secret encrypts; the others decrypt older values after a rotation. */
  secrets: readonly [string, ...string[]];
  /** A session that was unused for this long has ended. */
  idleSeconds: number;
  /** A session that is older than this has ended, even if it is in use. */
  lifetimeSeconds: number;
};

type Values = Pick<
  EnvironmentValues,
  "SESSIONS" | "SESSION_SECRET" | "SESSION_SECRET_PREVIOUS" | "SESSION_IDLE" | "SESSION_LIFETIME"
>;

export function sessionFault(values: Values): string | undefined {
  if (values.SESSIONS === "server" && values.SESSION_SECRET === undefined)
    return "SESSION_SECRET is missing: SESSIONS=server encrypts refresh tokens with it. Use the output of `openssl rand -hex 32`.";
  if (values.SESSION_SECRET_PREVIOUS !== undefined && values.SESSION_SECRET === undefined)
    return "SESSION_SECRET is missing: SESSION_SECRET_PREVIOUS is the secret that it took the place of.";
  return values.SESSION_IDLE > values.SESSION_LIFETIME
    ? "SESSION_IDLE must not be longer than SESSION_LIFETIME."
    : undefined;
}

/** Undefined without a secret: nothing was ever stored. */
export function toSessionConfig(values: Values): SessionConfig | undefined {
  const { SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: previous } = values;
  if (secret === undefined) return undefined;
  return {
    mode: values.SESSIONS === "server" ? "server" : "release",
    secrets: previous === undefined ? [secret] : [secret, previous],
    idleSeconds: values.SESSION_IDLE,
    lifetimeSeconds: values.SESSION_LIFETIME,
  };
}
