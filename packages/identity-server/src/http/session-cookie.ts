import { createHash, randomBytes } from "node:crypto";

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

/** The values of this origin's cookies, by name. A hostile subdomain may add some; the first of a name counts. */
function cookiesIn(request: Request, origin: string): Map<string, string> {
  const [prefix = "", suffix = ""] = cookieFormatOf(origin, " ").name.split(" ");
  const cookies = new Map<string, string>();
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    // `trim` would strip characters that belong to a name, such as U+00A0, with which a subdomain imitates a prefix.
    const [name = "", value = ""] = pair.replace(/^[\t ]+/, "").split("=", 2);
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const own = name.slice(prefix.length, name.length - suffix.length);
    if (!cookies.has(own)) cookies.set(own, value);
  }
  return cookies;
}

export const cookieValueIn = (request: Request, origin: string, name: string): string | undefined =>
  cookiesIn(request, origin).get(name);

/** The hash of a cookie's secret. Stores keep only the hash, so that a copy of the store opens no session. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** A new secret that no request has used before, which prevents fixation. */
export const createSecret = (): string => randomBytes(32).toString("base64url");
const SECRET = /^[\w-]{43}$/;

/** Each session has a cookie of its own, because a browser has several while a sign-in is not complete. */
const SESSION = /^session-[\da-f]{8}$/;

export const sessionCookieHeader = (origin: string, id: string, value: string, seconds: number): string =>
  setCookieHeaderOf(origin, { name: `session-${id.slice(0, 8)}`, value, seconds });

/** The secrets in a request's session cookies, without those that this server cannot have set. */
export const sessionSecretsIn = (request: Request, origin: string): string[] =>
  [...cookiesIn(request, origin)].flatMap(([name, value]) =>
    SESSION.test(name) && SECRET.test(value) ? [value] : [],
  );

/** Names a session in the log. The session's ID is not logged, because it is half of what opens the session. */
export const sessionMarkOf = (id: string): string => hashSecret(id).slice(0, 12);
