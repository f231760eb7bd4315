import { createHmac, timingSafeEqual } from "node:crypto";

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

const sign = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`not-me\0${id}`).digest("base64url");

export const NOT_ME_PATH = "/api/account/not-me";

/** The address of a notice's only action. It has no personal data. */
export const notMeUrl = (origin: string, secret: string, id: string): string =>
  `${origin}${NOT_ME_PATH}?token=${id}.${sign(secret, id)}`;

/** The notice's ID of a token that this server has signed; undefined for anything else. */
export function noticeOf(secret: string, token: string): string | undefined {
  const [, id = "", signature = ""] = TOKEN.exec(token) ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, id))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}
