import { createHash, randomBytes } from "node:crypto";

const SECRET = /^[\w-]{43}$/;
/** The longest that browsers keep a cookie. */
export const DEVICE_DAYS = 400;

/** Over plain HTTP, which is used only within one machine, browsers accept no `Secure` and therefore no prefix. */
const isSecure = (origin: string): boolean => origin.startsWith("https:");
export const hostCookie = (origin: string, name: string): string =>
  isSecure(origin) ? `__Host-${name}` : name;

/** The value of one cookie of a request. */
export function cookieIn(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name) return value;
  }
  return undefined;
}

/** A cookie that no script reads. @param seconds 0 removes it */
export const setHostCookie = (
  origin: string,
  cookie: { name: string; value: string; seconds: number; sameSite: "Strict" | "Lax" },
): string =>
  `${hostCookie(origin, cookie.name)}=${cookie.value}; Path=/; Max-Age=${cookie.seconds}; HttpOnly; SameSite=${cookie.sameSite}${isSecure(origin) ? "; Secure" : ""}`;

/** The secret that tells this browser from others. It opens nothing, and stays after a sign-out. */
export function deviceSecretIn(request: Request, origin: string): string | undefined {
  const value = cookieIn(request, hostCookie(origin, "device"));
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

export const newDeviceSecret = (): string => randomBytes(32).toString("base64url");

export const deviceCookie = (origin: string, secret: string): string =>
  setHostCookie(origin, {
    ...{ name: "device", value: secret, sameSite: "Strict" },
    seconds: DEVICE_DAYS * 86_400,
  });

/** The stored form of a browser, for one account: the table does not show which accounts share a browser. */
export const deviceHashOf = (secret: string, uid: string): string =>
  createHash("sha256").update(`${secret}\0${uid}`).digest("base64url");
