import { base64url } from "jose";

/** Base64 and base64url, padded or not, in one form: clients send both. */
export const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** In a buffer of its own, as WebAuthn's verifiers ask for. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(base64url.decode(toBase64Url(text)));

export const fromBytes = (bytes: Uint8Array): string => base64url.encode(bytes);

/** As the emulator writes binary values. */
export const toPaddedBase64 = (text: string): string => {
  const plain = toBase64Url(text).replaceAll("-", "+").replaceAll("_", "/");
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
};
