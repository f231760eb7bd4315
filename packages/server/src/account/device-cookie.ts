import { cookieValueIn, hashSecret, setCookieHeaderOf } from "@tallybin/identity-server/internal";

const NAME = "device";
const SECRET = /^[\w-]{43}$/;
/** The longest that browsers keep a cookie. */
export const DEVICE_DAYS = 400;

/** The secret that tells this browser from others. It opens nothing, and stays after a sign-out. */
export function deviceSecretIn(request: Request, origin: string): string | undefined {
  const value = cookieValueIn(request, origin, NAME);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

export const deviceCookie = (origin: string, secret: string): string =>
  setCookieHeaderOf(origin, { name: NAME, value: secret, seconds: DEVICE_DAYS * 86_400 });

/** The stored form of a browser, for one account: the table does not show which accounts share a browser. */
export const deviceHashOf = (secret: string, uid: string): string => hashSecret(`${secret}\0${uid}`);
