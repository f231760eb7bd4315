/**
 * The server's response by result and by error. It has tokens, so it is no member of either: both are logged. Google's
 * SDK keeps it in `_tokenResponse`.
 */
const responses = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Keeps the response that made a `UserCredential` or an error. */
export const keepTokenResponse = (holder: object, response: object | undefined): void => {
  if (response) responses.set(holder, response as Readonly<Record<string, unknown>>);
};

/** The response that made a `UserCredential` or an error. */
export const tokenResponseOf = (holder: object): Readonly<Record<string, unknown>> | undefined =>
  responses.get(holder);

/** The members of an object that are texts. Responses and the JSON form of a credential have no other ones to read. */
export const textMembersOf = (value: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(Object(value)).filter(
      (member): member is [string, string] => typeof member[1] === "string",
    ),
  );

/** The provider of a sign-in response, as `UserCredential` names it. */
export function responseProviderIdOf(response: object | undefined): string | null {
  const { providerId, phoneNumber } = textMembersOf(response);
  return providerId ?? (phoneNumber ? "phone" : null);
}
