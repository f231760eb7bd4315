import type { Session } from "../../src/session/record.ts";
import { createSession } from "../../src/session/tokens.ts";
import { START } from "./clock.ts";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Every secret in these tests contains this text, so that one search finds any leak. */
export const SECRET = "s3cr3t";

let serial = 0;

/** An unsigned ID token; each is unique, like real ones. */
export function idToken(
  claims: { sub?: string | null; provider?: string; [claim: string]: unknown } = {},
): string {
  const { sub = "alice", provider = "password", ...rest } = claims;
  serial += 1;
  return [
    part({ alg: "none" }),
    part({
      iss: "https://securetoken.google.com/demo-project",
      aud: "demo-project",
      sub,
      iat: START / 1000,
      exp: START / 1000 + 3600,
      auth_time: START / 1000,
      email: `${sub}@example.com`,
      firebase: { sign_in_provider: provider, identities: { email: [`${sub}@example.com`] } },
      serial,
      ...rest,
    }),
    SECRET,
  ].join(".");
}

export const refreshToken = (sub = "alice"): string => `refresh-${sub}-${SECRET}`;

/** A session after a sign-in at the start of virtual time. */
export const session = (
  overrides: Partial<Session> & { lifetimeMs?: number; sub?: string } = {},
): Session => {
  const { lifetimeMs = 3_600_000, sub = "alice", generation = `${sub}-1`, ...rest } = overrides;
  const tokens = { idToken: idToken({ sub }), refreshToken: refreshToken(sub), expiresIn: lifetimeMs / 1000 };
  return { ...createSession(tokens, START, { stamp: START, generation }), ...rest };
};
