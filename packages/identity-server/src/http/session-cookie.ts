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

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** A new secret that no request has used before, which prevents fixation. */
export const createSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

/** The cookie of the browser's last session. The release before knows no other; a later release stops setting it. */
const LAST = "session";
const SESSION = /^session(?:-[\da-f]{8})?$/;
/** Each session has a cookie of its own, because a browser has several while a sign-in is not complete. */
const cookieNameOf = (id: string): string => `session-${id.slice(0, 8)}`;

/** The secrets in a request's session cookies, by name, without those that this server cannot have set. */
const sessionCookiesIn = (request: Request, origin: string): Map<string, string> =>
  new Map(
    [...cookiesIn(request, origin)].filter(([name, value]) => SESSION.test(name) && SECRET.test(value)),
  );

export function sessionSecretsIn(request: Request, origin: string) {
  const cookies = sessionCookiesIn(request, origin);
  return { secrets: [...new Set(cookies.values())], last: cookies.get(LAST) };
}

type SessionCookie = { id: string; secret: string };
/** Sets the cookies of the last session, and removes those of ended ones. A cookie that opens nothing may be newer. */
export function sessionCookieHeaders(
  request: Request,
  origin: string,
  { last, ended }: { last: SessionCookie | undefined; ended: readonly SessionCookie[] },
  seconds: number,
): string[] {
  const before = sessionCookiesIn(request, origin);
  const next = new Map(ended.map(({ id }) => [cookieNameOf(id), ""]));
  if (ended.some(({ secret }) => secret === before.get(LAST))) next.set(LAST, "");
  if (last) for (const name of [cookieNameOf(last.id), LAST]) next.set(name, last.secret);
  return [...next]
    .filter(([name, value]) => value !== (before.get(name) ?? ""))
    .map(([name, value]) => setCookieHeaderOf(origin, { name, value, seconds: value === "" ? 0 : seconds }));
}
