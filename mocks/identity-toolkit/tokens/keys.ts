import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import * as v from "valibot";
import { createCertificate } from "./certificate.ts";

export const ALGORITHM = "RS256";

type SigningKey = {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
  privateJwk: JWK;
};

const digits = v.pipe(v.string(), v.regex(/^[\w-]+$/));
const publicDigits = { kty: v.literal("RSA"), n: digits, e: digits };
const PublicKey = v.looseObject(publicDigits);
const PrivateKey = v.looseObject({
  ...publicDigits,
  d: digits,
  p: digits,
  q: digits,
  dp: digits,
  dq: digits,
  qi: digits,
});
const StoredKey = v.object({ kid: v.string(), publicJwk: PublicKey, privateJwk: PrivateKey });
export const KeysSnapshot = v.array(StoredKey);
export type KeysSnapshot = v.InferOutput<typeof KeysSnapshot>;

async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = [...crypto.getRandomValues(new Uint8Array(20))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  return {
    kid,
    privateKey,
    publicKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: "sig" },
    privateJwk: await exportJWK(privateKey),
  };
}

async function restoreSigningKey({ kid, publicJwk, privateJwk }: KeysSnapshot[number]): Promise<SigningKey> {
  const [publicKey, privateKey] = await Promise.all([
    importJWK(publicJwk, ALGORITHM),
    importJWK(privateJwk, ALGORITHM),
  ]);
  if (publicKey instanceof Uint8Array || privateKey instanceof Uint8Array)
    throw new TypeError("a snapshot's key is not an RSA key");
  return { kid, publicKey, privateKey, publicJwk, privateJwk };
}

const MOST_REMEMBERED = 1000;

/** Making an RSA key takes a tenth of a second, so all instances of a process share a key until they rotate theirs. */
let shared: Promise<SigningKey> | undefined;

export type KeyRing = {
  current(): Promise<SigningKey>;
  /** The key with this ID, for verification; undefined if it is unknown or retired. */
  find(kid: string): Promise<SigningKey | undefined>;
  /** Records a token as signed here, so that it need not be verified again. */
  remember(token: string, kid: string): void;
  /** Whether a token was recorded and its key is still valid. */
  remembers(token: string): Promise<boolean>;
  /** The content of the JWKS endpoint: the current key and its predecessors. */
  jwks(): Promise<{ keys: JWK[] }>;
  /** A certificate of each of these keys, by key ID. */
  certificates(): Promise<Record<string, string>>;
  /** Signs with a new key from now on. `retire` withdraws the old ones immediately, as after a leak. */
  rotate(options?: { retire?: boolean }): Promise<void>;
  snapshot(): KeysSnapshot;
  restore(keys: KeysSnapshot): void;
  reset(): void;
};

export function createKeyRing(): KeyRing {
  /** A key and its form in a snapshot, which a key that is being made does not have yet. */
  type OwnKey = { key: Promise<SigningKey>; stored: KeysSnapshot[number] | undefined };
  /** The own keys, newest first. Without own keys, the shared key is used. */
  let own: OwnKey[] = [];

  const createOwnKey = (key: Promise<SigningKey>, stored?: KeysSnapshot[number]): OwnKey => {
    const created: OwnKey = { key, stored };
    key.then(
      ({ kid, publicJwk, privateJwk }) => {
        created.stored ??= v.parse(StoredKey, { kid, publicJwk, privateJwk });
      },
      () => undefined,
    );
    return created;
  };
  const allKeys = (): [OwnKey, ...OwnKey[]] => {
    const [first, ...others] = own;
    if (first) return [first, ...others];
    shared ??= generateSigningKey();
    const created = createOwnKey(shared);
    own = [created];
    return [created];
  };
  const resolveAllKeys = () => Promise.all(allKeys().map(({ key }) => key));
  /** The ID of the key that has verified a token, by token: the same token needs no second verification. */
  const known = new Map<string, string>();

  return {
    current: () => allKeys()[0].key,
    find: async (kid) => (await resolveAllKeys()).find((key) => key.kid === kid),
    remember: (token, kid) => {
      const [oldest] = known.keys();
      if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
      known.set(token, kid);
    },
    remembers: async (token) => {
      const kid = known.get(token);
      return kid !== undefined && (await resolveAllKeys()).some((key) => key.kid === kid);
    },
    jwks: async () => ({ keys: (await resolveAllKeys()).map(({ publicJwk }) => publicJwk) }),
    certificates: async () => {
      const certificateOf = async ({ kid, publicKey, privateKey }: SigningKey) =>
        [kid, await createCertificate(publicKey, privateKey)] as const;
      return Object.fromEntries(await Promise.all((await resolveAllKeys()).map(certificateOf)));
    },
    rotate: async ({ retire = false } = {}) => {
      const before = allKeys();
      own = [createOwnKey(generateSigningKey()), ...(retire ? [] : before)];
      await resolveAllKeys();
    },
    snapshot: () => own.flatMap(({ stored }) => stored ?? []),
    restore: (keys) => {
      own = keys.map((stored) => createOwnKey(restoreSigningKey(stored), stored));
    },
    reset: () => {
      own = [];
    },
  };
}
