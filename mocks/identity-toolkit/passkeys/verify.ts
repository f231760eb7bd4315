import { base64url } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { decodeBase64Json } from "../../http/wire.ts";
import type { PasskeyKey } from "../state/codes.ts";
import type { Settings } from "../state/settings.ts";

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
  const expiresAt = clock.now() + CHALLENGE_LIFETIME_MS;
  identity.passkeys.challenges.set(challenge, {
    challenge,
    uid,
    rpId: identity.settings.passkeys.rpId,
    expiresAt,
  });
  return challenge;
}

/** An authenticator's response to either ceremony. The name of the client data has two spellings. */
type AuthenticatorResponse = {
  [Name in
    | ("clientDataJSON" | "clientDataJson" | "attestationObject")
    | ("authenticatorData" | "signature" | "userHandle")]?: string | undefined;
};

/** Spends the challenge of a response, and returns what the response has to contain. */
function redeemChallenge(
  { identity, clock }: ServiceContext,
  { clientDataJSON, clientDataJson = "" }: AuthenticatorResponse,
  uid?: string,
) {
  const data = v.safeParse(ClientData, decodeBase64Json(clientDataJSON ?? clientDataJson));
  assert(data.success, "INVALID_AUTHENTICATOR_RESPONSE : MALFORMED");
  const { challenges } = identity.passkeys;
  const expectedChallenge = toBase64Url(data.output.challenge);
  const record = challenges.get(expectedChallenge);
  // Expired or not: a failed ceremony needs a new one too.
  challenges.delete(expectedChallenge);
  assert(record && record.uid === uid, "INVALID_AUTHENTICATOR_RESPONSE : CHALLENGE_MISMATCH");
  assert(clock.now() < record.expiresAt, "PASSKEY_CHALLENGE_TIMEOUT");
  return {
    expectedChallenge,
    expectedOrigin: expectedOriginsOf(identity.settings, data.output.origin),
    expectedRPID: record.rpId,
    requireUserVerification: true,
  };
}

/** Without configured origins, every port of the RP ID's pages is expected, because local ports vary. */
function expectedOriginsOf({ passkeys: { expectedOrigins, rpId } }: Settings, origin: string): string[] {
  if (expectedOrigins.length > 0) return expectedOrigins;
  const hostname = URL.canParse(origin) ? new URL(origin).hostname : "";
  return hostname === rpId || hostname.endsWith(`.${rpId}`) ? [origin] : [`https://${rpId}`];
}

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

/** Load the library with the first ceremony, because it is larger than all other code of these services. */
const loadLibrary = () => import("@simplewebauthn/server");

/**
 * A credential in the browser's JSON form. Every field is present, because the library treats missing bytes as a
 * caller's error.
 */
const toBrowserCredential = <Name extends keyof AuthenticatorResponse>(
  id: string,
  sent: AuthenticatorResponse,
  ...names: Name[]
) => {
  const clientDataJSON = toBase64Url(sent.clientDataJSON ?? sent.clientDataJson ?? "");
  const rest = Object.fromEntries(names.map((name) => [name, toBase64Url(sent[name] ?? "")]));
  return {
    id,
    rawId: id,
    type: "public-key" as const,
    response: { clientDataJSON, ...(rest as Record<Name, string>) },
    clientExtensionResults: {},
  };
};

export async function verifyRegistration(
  context: ServiceContext,
  credentialId: string,
  sent: AuthenticatorResponse,
  uid: string,
): Promise<Pick<PasskeyKey, "publicKey" | "counter">> {
  const expected = redeemChallenge(context, sent, uid);
  const { verifyRegistrationResponse } = await loadLibrary();
  const response = toBrowserCredential(credentialId, sent, "attestationObject");
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
  sent: AuthenticatorResponse,
): Promise<number> {
  const expected = redeemChallenge(context, sent);
  if (!key.publicKey) throw invalidResponseError("NO_PUBLIC_KEY");
  // An authenticator may omit the handle only if the request named the credential.
  if (new TextDecoder().decode(toBytes(sent.userHandle ?? "")) !== key.uid)
    throw invalidResponseError("USER_HANDLE_MISMATCH");
  const { verifyAuthenticationResponse } = await loadLibrary();
  const response = toBrowserCredential(key.credentialId, sent, "authenticatorData", "signature");
  const credential = { id: key.credentialId, publicKey: toBytes(key.publicKey), counter: key.counter };
  const { authenticationInfo } = await verifyOrThrow(() =>
    verifyAuthenticationResponse({ ...expected, response, credential }),
  );
  return authenticationInfo.newCounter;
}
