/** Bytes from base64 or base64url, padded or not: the emulator sends one, the published schema the other. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** An ID in the one form that the browser's own functions take, whichever form it came in. */
export const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** An account's ID as its passkeys name it. */
export const userHandle = (uid: string): string =>
  toBase64Url(toBase64(new TextEncoder().encode(uid).buffer));

/** What a passkey says, in the form of Google's SDK: base64url in `id`, padded base64 in all else. */
export const encoded = <Name extends string>(
  { id, rawId, type, response }: PublicKeyCredential,
  ...names: Name[]
) => {
  const parts = response as unknown as Record<Name, ArrayBuffer | null>;
  return {
    id: toBase64Url(id),
    rawId: toBase64(rawId),
    type,
    response: Object.fromEntries(
      // A passkey whose sign-in named it may leave the user out.
      names.map((name) => [name, toBase64(parts[name] ?? new ArrayBuffer())]),
    ) as Record<Name, string>,
  };
};
