import { createHash, randomBytes } from "node:crypto";

const SESSION = "session";

/**
 * A cookie of this origin: its name, and the attributes that say which requests carry it. Over plain HTTP, which is used
 * only within one machine, browsers accept no `Secure` and therefore no prefix.
 * @param sameSite `Lax` for a cookie that the browser also sends when a link of another site leads here
 */
export function cookieOf(
  origin: string,
  name: string,
  sameSite: "Strict" | "Lax" = "Strict",
): { name: string; attributes: string } {
  const [prefix, secure] = origin.startsWith("https:") ? ["__Host-", "; Secure"] : ["", ""];
  return { name: prefix + name, attributes: `Path=/; HttpOnly; SameSite=${sameSite}${secure}` };
}

/** The header that sets a cookie of this origin, or removes it after 0 seconds. */
export function setCookieOf(
  origin: string,
  cookie: { name: string; value: string; seconds: number; sameSite?: "Strict" | "Lax" },
): string {
  const { name, attributes } = cookieOf(origin, cookie.name, cookie.sameSite);
  return `${name}=${cookie.value}; ${attributes.replace(";", `; Max-Age=${cookie.seconds};`)}`;
}

/** The values that a request has for a cookie of this origin. A hostile subdomain may add some. */
function valuesIn(request: Request, origin: string, name: string): string[] {
  const full = cookieOf(origin, name).name;
  return (request.headers.get("cookie") ?? "").split(";").flatMap((pair) => {
    const [key, value = ""] = pair.trim().split("=", 2);
    return key === full ? [value] : [];
  });
}

export const cookieIn = (request: Request, origin: string, name: string): string | undefined =>
  valuesIn(request, origin, name)[0];

/** The stored form of a cookie's secret: enough to recognize it, not enough to forge it. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** A new secret that no request has used before, which prevents fixation. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The secret in a request's cookie; undefined if there is none, or if this server cannot have set it. */
export const secretIn = (request: Request, origin: string): string | undefined =>
  valuesIn(request, origin, SESSION).find((value) => SECRET.test(value));

export const setCookie = (origin: string, secret: string, maxAgeSeconds: number): string =>
  setCookieOf(origin, { name: SESSION, value: secret, seconds: maxAgeSeconds });

export const clearCookie = (origin: string): string => setCookie(origin, "", 0);
