import { decodeJwt } from "jose";

/** Fields whose values vary: only their type and form are compared. */
const VARYING = new Set(
  "localId user_id idToken id_token access_token refreshToken refresh_token salt passwordHash passwordUpdatedAt validSince createdAt lastLoginAt lastRefreshAt enrolledAt oobCode oobLink sessionId sessionInfo code mfaEnrollmentId mfaPendingCredential urlTemplate sub iat exp auth_time second_factor_identifier".split(
    " ",
  ),
);
const TOKENS = new Set(["idToken", "id_token", "access_token"]);

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const claims = (token: unknown): Record<string, unknown> | undefined => {
  try {
    return decodeJwt(String(token));
  } catch {
    return undefined;
  }
};

/**
 * The differences between a recorded response and ours, one sentence each: the fields, their types, and their values
 * if constant. ID tokens are decoded and their claims compared in the same way.
 */
export function differences(recorded: unknown, ours: unknown, path = "", name = ""): string[] {
  if (typeOf(recorded) !== typeOf(ours))
    return [`${path || "answer"}: ${typeOf(recorded)} became ${typeOf(ours)}`];
  if (typeof recorded === "object" && recorded !== null && typeof ours === "object" && ours !== null) {
    const other = new Map(Object.entries(ours));
    const lost = Object.entries(recorded).flatMap(([key, value]) => {
      if (!other.has(key)) return [`${path}/${key} is missing`];
      return differences(value, other.get(key), `${path}/${key}`, key);
    });
    const names = new Set(Object.keys(recorded));
    return [
      ...lost,
      ...[...other.keys()].filter((key) => !names.has(key)).map((key) => `${path}/${key} is new`),
    ];
  }
  if (TOKENS.has(name)) return differences(claims(recorded), claims(ours), `${path}{claims}`);
  if (VARYING.has(name) || VARYING.has(path.split("/").at(-2) ?? "")) return [];
  return recorded === ours ? [] : [`${path}: ${JSON.stringify(recorded)} became ${JSON.stringify(ours)}`];
}
