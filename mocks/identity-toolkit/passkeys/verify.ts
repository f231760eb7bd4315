import type * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError } from "../../http/api-error.ts";
import { fieldsOf, listSchema, recordSchema, recordSchemaInOrder, text } from "../../http/wire.ts";
import type { PasskeyKey } from "../state/codes.ts";
import { fromBytes, redeemChallenge, toBase64Url, toBytes } from "./challenge.ts";

/** The browser's JSON has `clientDataJSON`, the published schema `clientDataJson`. */
const clientData = fieldsOf(text, "clientDataJSON", "clientDataJson");

const Attestation = recordSchema({
  ...clientData,
  attestationObject: text,
  transports: listSchema(text),
});
const Assertion = recordSchema({
  ...clientData,
  ...fieldsOf(text, "authenticatorData", "signature", "userHandle"),
});
/** `id` in the browser's JSON, `credentialId` in the published schema. */
const ids = fieldsOf(text, "id", "rawId", "credentialId", "type", "credentialType");

export const StartPasskeyEnrollmentBody = recordSchema({ idToken: text });
export const FinalizePasskeyEnrollmentBody = recordSchemaInOrder({
  idToken: text,
  authenticatorRegistrationResponse: recordSchema({
    ...ids,
    response: Attestation,
    authenticatorAttestationResponse: Attestation,
  }),
  ...fieldsOf(text, "name", "displayName"),
});
export const StartPasskeySignInBody = recordSchema({});
export const FinalizePasskeySignInBody = recordSchemaInOrder({
  authenticatorAuthenticationResponse: recordSchema({
    ...ids,
    response: Assertion,
    authenticatorAssertionResponse: Assertion,
  }),
  // Google's parser checks these two fields, although a sign-in does not use them.
  ...fieldsOf(text, "name", "displayName"),
});

type Registration = NonNullable<
  v.InferOutput<typeof FinalizePasskeyEnrollmentBody>["authenticatorRegistrationResponse"]
>;
type Authentication = NonNullable<
  v.InferOutput<typeof FinalizePasskeySignInBody>["authenticatorAuthenticationResponse"]
>;

/** The credential's ID and the authenticator's response, in either spelling. */
export const readRegistration = (sent: Registration) => {
  const response = sent.response ?? sent.authenticatorAttestationResponse ?? {};
  return {
    id: sent.id ?? sent.credentialId,
    clientData: response.clientDataJSON ?? response.clientDataJson,
    attestationObject: response.attestationObject,
  };
};
export const readAuthentication = (sent: Authentication) => {
  const response = sent.response ?? sent.authenticatorAssertionResponse ?? {};
  return {
    id: sent.id ?? sent.credentialId,
    clientData: response.clientDataJSON ?? response.clientDataJson,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle,
  };
};

/** The errors of `@simplewebauthn/server`, and the details that these services return. */
const DETAILS: readonly (readonly [said: RegExp, detail: string])[] = [
  [/response type/, "WRONG_CEREMONY"],
  [/challenge/, "CHALLENGE_MISMATCH"],
  [/origin/, "ORIGIN_MISMATCH"],
  [/RP ID/, "RP_ID_MISMATCH"],
  [/not present/, "USER_NOT_PRESENT"],
  [/could not be verified/, "USER_NOT_VERIFIED"],
  [/counter/, "COUNTER_ROLLBACK"],
  [/public key alg/, "UNSUPPORTED_ALGORITHM"],
];

const invalidResponseError = (detail: string): ApiError =>
  new ApiError(`INVALID_AUTHENTICATOR_RESPONSE : ${detail}`);

/** The library throws prose that may quote its input, so only our own text is returned. */
async function verifyOrThrow<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await verify();
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : "";
    throw invalidResponseError(DETAILS.find(([pattern]) => pattern.test(said))?.[1] ?? "MALFORMED");
  }
  if (!result.verified) throw invalidResponseError("INVALID_SIGNATURE");
  return result;
}

/** Without configured origins, every port of the RP ID's pages is expected, because local ports vary. */
function expectedOriginsOf({ identity }: ServiceContext, origin: string): string[] {
  const { expectedOrigins: listed, rpId } = identity.settings.passkeys;
  if (listed.length > 0) return listed;
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : "";
  return hostname === rpId || hostname.endsWith(`.${rpId}`) ? [origin] : [`https://${rpId}`];
}

/** Load the library with the first ceremony, because it is larger than all other code of these services. */
const loadLibrary = () => import("@simplewebauthn/server");

/**
 * A credential in the browser's JSON form. Every field is present, because the library treats missing bytes as a
 * caller's error.
 */
const toBrowserCredential = <Name extends string>(id: string, response: Record<Name, string | undefined>) => {
  const entries = Object.entries<string | undefined>(response);
  const encoded = entries.map(([name, bytes]) => [name, toBase64Url(bytes ?? "")]);
  return {
    id,
    rawId: id,
    type: "public-key" as const,
    response: Object.fromEntries(encoded) as Record<Name, string>,
    clientExtensionResults: {},
  };
};

/** The expected values of every ceremony. */
const expectedValuesOf = (
  context: ServiceContext,
  { challenge, rpId, origin }: ReturnType<typeof redeemChallenge>,
) => ({
  expectedChallenge: challenge,
  expectedOrigin: expectedOriginsOf(context, origin),
  expectedRPID: rpId,
  requireUserVerification: true,
});

/** Checks a new passkey for an account, and reads its public key. */
export async function verifyRegistration(
  context: ServiceContext,
  credentialId: string,
  { clientData, attestationObject }: ReturnType<typeof readRegistration>,
  uid: string,
): Promise<Pick<PasskeyKey, "publicKey" | "counter">> {
  const expected = expectedValuesOf(context, redeemChallenge(context, clientData, uid));
  const { verifyRegistrationResponse } = await loadLibrary();
  const response = toBrowserCredential(credentialId, { clientDataJSON: clientData, attestationObject });
  const { registrationInfo } = await verifyOrThrow(() =>
    verifyRegistrationResponse({ ...expected, response }),
  );
  const credential = registrationInfo?.credential;
  if (credential?.id !== credentialId) throw invalidResponseError("CREDENTIAL_ID_MISMATCH");
  return { publicKey: fromBytes(credential.publicKey), counter: credential.counter };
}

/** Checks a passkey's signature; resolves to its new counter. */
export async function verifyAuthentication(
  context: ServiceContext,
  key: PasskeyKey,
  { clientData, authenticatorData, signature, userHandle }: ReturnType<typeof readAuthentication>,
): Promise<number> {
  const expected = expectedValuesOf(context, redeemChallenge(context, clientData));
  if (!key.publicKey) throw invalidResponseError("NO_PUBLIC_KEY");
  const handle = new TextDecoder().decode(toBytes(userHandle ?? ""));
  // An authenticator may omit the handle only if the request named the credential.
  if (handle !== key.uid) throw invalidResponseError("USER_HANDLE_MISMATCH");
  const { verifyAuthenticationResponse } = await loadLibrary();
  const response = toBrowserCredential(key.credentialId, {
    clientDataJSON: clientData,
    authenticatorData,
    signature,
  });
  const credential = { id: key.credentialId, publicKey: toBytes(key.publicKey), counter: key.counter };
  const { authenticationInfo } = await verifyOrThrow(() =>
    verifyAuthenticationResponse({ ...expected, response, credential }),
  );
  return authenticationInfo.newCounter;
}
