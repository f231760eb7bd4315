const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Converts an ID to the form that the browser's functions take. */
export const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The user handle of an account's passkeys. */
export const userHandle = (uid: string): string =>
  toBase64Url(toBase64(new TextEncoder().encode(uid).buffer));

/** A passkey's response in the form of Google's SDK: base64url in `id`, padded base64 in all other fields. */
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
      // The authenticator may omit the user if the request named the passkey.
      names.map((name) => [name, toBase64(parts[name] ?? new ArrayBuffer())]),
    ) as Record<Name, string>,
  };
};
