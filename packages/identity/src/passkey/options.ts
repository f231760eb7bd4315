import { parseWire } from "../http/http.ts";
import { decodeBase64, Numeric, optionalTexts, Text, textMatching } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const Binary = textMatching(/^[\w+/-]*=*$/);
const name = v.optional(Text);

/** `{ id }` in the SDK's form, `{ credentialId }` in the published schema. */
const Descriptors = v.optional(v.array(v.object(optionalTexts("id", "credentialId"))), []);

const shared = { challenge: Binary, timeout: v.optional(Numeric) };

const Creation = v.object({
  credentialCreationOptions: v.object({
    ...shared,
    rp: v.object(optionalTexts("id", "name")),
    user: v.object({ id: Binary, name, displayName: name }),
    /** A COSE number, or text such as "ES256". */
    pubKeyCredParams: v.array(v.object({ alg: v.custom<string | number>((alg) => alg !== undefined) })),
    excludeCredentials: Descriptors,
    authenticatorSelection: v.optional(
      v.object(optionalTexts("authenticatorAttachment", "residentKey", "userVerification")),
    ),
    attestation: name,
  }),
});

const Request = v.object({
  credentialRequestOptions: v.object({
    ...shared,
    ...optionalTexts("rpId", "userVerification"),
    allowCredentials: Descriptors,
  }),
});

const ALGORITHMS: Readonly<Record<string, number>> = { ES256: -7, EDDSA: -8, RS256: -257 };

/** Protocol buffers spell `cross-platform` as `CROSS_PLATFORM`. */
const toBrowserWord = (text: string | undefined) => text?.toLowerCase().replaceAll("_", "-");

const toDescriptors = (descriptors: v.InferOutput<typeof Descriptors>) =>
  descriptors.map(({ id, credentialId = "" }) => ({
    type: "public-key",
    id: decodeBase64(id ?? credentialId),
  }));

/** The prompt shows the email if the server gives no name, because browsers refuse a prompt without one. */
export function parseCreationOptions(answer: object, email = ""): PublicKeyCredentialCreationOptions {
  const sent = parseWire(Creation, answer).credentialCreationOptions;
  const { rp, user } = sent;
  return {
    ...sent,
    challenge: decodeBase64(sent.challenge),
    rp: { ...rp, name: rp.name ?? "" },
    user: {
      id: decodeBase64(user.id),
      name: user.name || email,
      displayName: user.displayName || email,
    },
    pubKeyCredParams: sent.pubKeyCredParams.map(({ alg }) => ({
      type: "public-key",
      alg: ALGORITHMS[alg] ?? alg,
    })),
    excludeCredentials: toDescriptors(sent.excludeCredentials),
    authenticatorSelection: {
      // Sign-in names no credential, so a passkey that is not discoverable could never be found again.
      residentKey: "required",
      ...Object.fromEntries(
        Object.entries(sent.authenticatorSelection ?? {}).map(([name, text]) => [name, toBrowserWord(text)]),
      ),
    },
  } as PublicKeyCredentialCreationOptions;
}

export function parseRequestOptions(answer: object): PublicKeyCredentialRequestOptions {
  const sent = parseWire(Request, answer).credentialRequestOptions;
  return {
    ...sent,
    challenge: decodeBase64(sent.challenge),
    userVerification: toBrowserWord(sent.userVerification),
    allowCredentials: toDescriptors(sent.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
}
