import { base64url } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import type { RequestBody } from "../requests/requests.ts";
import type { PasskeyChallenge, PasskeyKey } from "../state/codes.ts";

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

export const CHALLENGE_LIFETIME_MS = 300_000;

const ClientData = v.object({ challenge: v.string(), origin: v.string() });

/** Begins a ceremony. The challenge has whole bytes, because a browser decodes it and encodes it again. */
export function createChallenge({ identity, clock, random }: ServiceContext, uid?: string): string {
  const challenge = fromBytes(Uint8Array.from({ length: 32 }, () => Math.floor(random.next() * 256)));
  identity.passkeys.challenges.set(challenge, {
    challenge,
    ...(uid !== undefined && { uid }),
    rpId: identity.settings.passkeys.rpId,
    expiresAt: clock.now() + CHALLENGE_LIFETIME_MS,
  });
  return identity.settings.passkeys.wireFormat === "published" ? challenge : toPaddedBase64(challenge);
}

function parseClientData(clientData: string): v.InferOutput<typeof ClientData> | undefined {
  try {
    const parsed = v.safeParse(ClientData, JSON.parse(new TextDecoder().decode(toBytes(clientData))));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** The ceremony of a response, and the response's origin. Spends the challenge. */
function redeemChallenge(
  { identity, clock }: ServiceContext,
  clientData: string | undefined,
  uid?: string,
): PasskeyChallenge & { origin: string } {
  const data = clientData === undefined ? undefined : parseClientData(clientData);
  assert(data, "INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
  const { challenges } = identity.passkeys;
  const challenge = toBase64Url(data.challenge);
  const record = challenges.get(challenge);
  // Expired or not: a failed ceremony needs a new one too.
  challenges.delete(challenge);
  assert(record && record.uid === uid, "INVALID_AUTHENTICATOR_RESPONSE : CHALLENGE_MISMATCH");
  assert(clock.now() < record.expiresAt, "PASSKEY_CHALLENGE_TIMEOUT");
  return { ...record, origin: data.origin };
}

type Registration = NonNullable<
  RequestBody<"finalizePasskeyEnrollment">["authenticatorRegistrationResponse"]
>;
type Authentication = NonNullable<
  RequestBody<"finalizePasskeySignIn">["authenticatorAuthenticationResponse"]
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

const expectedValuesOf = (
  context: ServiceContext,
  { challenge, rpId, origin }: ReturnType<typeof redeemChallenge>,
) => ({
  expectedChallenge: challenge,
  expectedOrigin: expectedOriginsOf(context, origin),
  expectedRPID: rpId,
  requireUserVerification: true,
});

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
