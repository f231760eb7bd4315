import { base64url } from "jose";

/** Converts base64 or base64url, padded or not, to one form, because clients send both. */
export const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Decodes into a separate buffer, as WebAuthn verifiers require. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(base64url.decode(toBase64Url(text)));

export const fromBytes = (bytes: Uint8Array): string => base64url.encode(bytes);

/** The emulator's encoding of binary values. */
export const toPaddedBase64 = (text: string): string => {
  const plain = toBase64Url(text).replaceAll("-", "+").replaceAll("_", "/");
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
};
