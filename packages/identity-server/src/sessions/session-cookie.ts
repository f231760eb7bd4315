import { createHash, randomBytes } from "node:crypto";

/** Over plain HTTP, which is used only within one machine, browsers accept no `Secure` and therefore no prefix. */
const nameFor = (origin: string): string => (origin.startsWith("https:") ? "__Host-session" : "session");

/** The stored form of a cookie's secret: enough to recognize it, not enough to forge it. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** A new secret that no request has used before, which prevents fixation. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The secret in a request's cookie; undefined if there is none, or if this server cannot have set it. */
export function secretIn(request: Request, origin: string): string | undefined {
  const name = nameFor(origin);
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value = ""] = pair.trim().split("=", 2);
    if (key === name && SECRET.test(value)) return value;
  }
  return undefined;
}

function cookie(origin: string, value: string, maxAgeSeconds: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${nameFor(origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

export const setCookie = (origin: string, secret: string, maxAgeSeconds: number): string =>
  cookie(origin, secret, maxAgeSeconds);

export const clearCookie = (origin: string): string => cookie(origin, "", 0);
