import { createHmac, timingSafeEqual } from "node:crypto";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const sign = (secret: string, publicId: string): Buffer =>
  createHmac("sha256", secret).update(`unsubscribe\0${publicId}`).digest();

/** The subscriber's ID of a token signed by this server; undefined for anything else. */
export function verifyUnsubscribeToken(secret: string, token: string): string | undefined {
  const [publicId = "", signature = "", ...rest] = token.split(".");
  if (!UUID.test(publicId) || rest.length > 0) return undefined;
  const given = Buffer.from(signature, "base64url");
  const expected = sign(secret, publicId);
  const isGood =
    given.byteLength === expected.byteLength &&
    timingSafeEqual(given, expected) &&
    // base64url decoders ignore stray characters; exactly one valid address per subscriber is easier to reason about.
    expected.toString("base64url") === signature;
  return isGood ? publicId : undefined;
}

export const UNSUBSCRIBE_PATH = "/api/newsletter/unsubscribe";

/**
 * The address has a token: a random ID of the subscriber and its signature. The token contains no personal data, never
 * expires (a mail may be opened years later) and allows only this one action.
 */
export const unsubscribeUrl = (origin: string, secret: string, publicId: string): string =>
  `${origin}${UNSUBSCRIBE_PATH}?token=${publicId}.${sign(secret, publicId).toString("base64url")}`;
