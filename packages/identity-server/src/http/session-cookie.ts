import { createHash, randomBytes } from "node:crypto";

const SESSION = "session";

/**
 * A cookie of this origin: its name, and the attributes that say which requests carry it. The name ends with the
 * origin's port, if it names one, because browsers send a cookie to every port of a host. Over plain HTTP, which is used
 * only within one machine, browsers accept no `Secure` and therefore no prefix.
 * @param sameSite `Lax` for a cookie that the browser also sends when a link of another site leads here
 */
export function cookieFormatOf(
  origin: string,
  name: string,
  sameSite: "Strict" | "Lax" = "Strict",
): { name: string; attributes: string } {
  const [prefix, secure] = origin.startsWith("https:") ? ["__Host-", "; Secure"] : ["", ""];
  const { port } = new URL(origin);
  return {
    name: prefix + name + (port && `-${port}`),
    attributes: `Path=/; HttpOnly; SameSite=${sameSite}${secure}`,
  };
}

/** The header that sets a cookie of this origin, or removes it after 0 seconds. */
export function setCookieHeaderOf(
  origin: string,
  cookie: { name: string; value: string; seconds: number; sameSite?: "Strict" | "Lax" },
): string {
  const { name, attributes } = cookieFormatOf(origin, cookie.name, cookie.sameSite);
  return `${name}=${cookie.value}; ${attributes.replace(";", `; Max-Age=${cookie.seconds};`)}`;
}

/** The values that a request has for a cookie of this origin. A hostile subdomain may add cookies of this name. */
function cookieValuesIn(request: Request, origin: string, name: string): string[] {
  const full = cookieFormatOf(origin, name).name;
  return (request.headers.get("cookie") ?? "").split(";").flatMap((pair) => {
    // `trim` would strip characters that belong to a name, such as U+00A0, with which a subdomain imitates a prefix.
    const [key, value = ""] = pair.replace(/^[\t ]+/, "").split("=", 2);
    return key === full ? [value] : [];
  });
}

export const cookieValueIn = (request: Request, origin: string, name: string): string | undefined =>
  cookieValuesIn(request, origin, name)[0];

/** The hash of a cookie's secret. Stores keep only the hash, so that a copy of the store opens no session. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** A new secret that no request has used before, which prevents fixation. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The secret in a request's cookie; undefined if there is none, or if this server cannot have set it. */
export const sessionSecretIn = (request: Request, origin: string): string | undefined =>
  cookieValuesIn(request, origin, SESSION).find((value) => SECRET.test(value));

export const setSessionCookieHeader = (origin: string, secret: string, maxAgeSeconds: number): string =>
  setCookieHeaderOf(origin, { name: SESSION, value: secret, seconds: maxAgeSeconds });

export const clearSessionCookieHeader = (origin: string): string => setSessionCookieHeader(origin, "", 0);
