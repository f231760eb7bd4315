import { base64url } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import type { PasskeyChallenge } from "../state/codes.ts";

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
export function redeemChallenge(
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
