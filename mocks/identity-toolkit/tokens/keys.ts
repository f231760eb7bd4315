import { exportJWK, generateKeyPair } from "jose";
import * as v from "valibot";
import { fieldsOf } from "../../http/wire.ts";

export const ALGORITHM = "RS256";

const digits = v.pipe(v.string(), v.regex(/^[\w-]+$/));
const publicDigits = { kty: v.literal("RSA"), n: digits, e: digits };
const PublicKey = v.looseObject(publicDigits);
const PrivateKey = v.looseObject({
  ...publicDigits,
  ...fieldsOf(digits, "d", "p", "q", "dp", "dq", "qi"),
});
/** A key to sign with, and its public part with the key's ID. */
const SigningKey = v.object({ kid: v.string(), publicJwk: PublicKey, privateJwk: PrivateKey });
type SigningKey = v.InferOutput<typeof SigningKey>;
export const KeysSnapshot = v.array(SigningKey);
export type KeysSnapshot = v.InferOutput<typeof KeysSnapshot>;

async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = [...crypto.getRandomValues(new Uint8Array(20))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return v.parse(SigningKey, {
    kid,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" },
    privateJwk: await exportJWK(privateKey),
  });
}

const RSA = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** A self-signed certificate, valid for all the time that the virtual clock has. */
async function certificateOf({ kid, publicJwk, privateJwk }: SigningKey): Promise<[string, string]> {
  const publicKey = await crypto.subtle.importKey("jwk", publicJwk, RSA, true, ["verify"]);
  const privateKey = await crypto.subtle.importKey("jwk", privateJwk, RSA, false, ["sign"]);
  // Few programs ask for certificates, and the library is large.
  const { X509CertificateGenerator } = await import("@peculiar/x509");
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=securetoken.system.gserviceaccount.com",
    notBefore: new Date(0),
    notAfter: new Date("9999-12-31T23:59:59Z"),
    signingAlgorithm: RSA,
    keys: { publicKey, privateKey },
  });
  return [kid, certificate.toString("pem")];
}

/** Making an RSA key takes a tenth of a second, so all instances of a process share a key until they rotate theirs. */
let shared: Promise<SigningKey> | undefined;

export function createKeyRing() {
  /** The own keys, newest first. Without own keys, the shared key is used. */
  let own: readonly [SigningKey, ...SigningKey[]] | undefined;

  const allKeys = async () => {
    if (own) return own;
    shared ??= generateSigningKey();
    const key = await shared;
    own ??= [key];
    return own;
  };

  return {
    /** The key that signs. */
    current: async (): Promise<SigningKey> => (await allKeys())[0],
    /** The key with this ID, for verification; undefined if it is unknown or retired. */
    find: async (kid: string) => (await allKeys()).find((key) => key.kid === kid),
    /** The content of the JWKS endpoint: the current key and its predecessors. */
    jwks: async () => ({ keys: (await allKeys()).map(({ publicJwk }) => publicJwk) }),
    certificates: async (): Promise<Record<string, string>> =>
      Object.fromEntries(await Promise.all((await allKeys()).map(certificateOf))),
    /** Signs with a new key from now on. `retire` withdraws the old ones immediately, as after a leak. */
    rotate: async ({ retire = false }: { retire?: boolean } = {}): Promise<void> => {
      const before = retire ? [] : await allKeys();
      own = [await generateSigningKey(), ...before];
    },
    snapshot: (): KeysSnapshot => [...(own ?? [])],
    restore: ([newest, ...others]: KeysSnapshot): void => {
      own = newest && [newest, ...others];
    },
  };
}
export type KeyRing = ReturnType<typeof createKeyRing>;
