type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const join = (...parts: (ArrayLike<number> | ArrayBuffer)[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...new Uint8Array(part as ArrayBuffer)]));
const base64Url = (bytes: ArrayBuffer | Bytes): string =>
  Buffer.from(new Uint8Array(bytes)).toString("base64url");
const fromBase64Url = (text: string): Bytes => Uint8Array.from(Buffer.from(text, "base64url"));
const sha256 = async (bytes: Bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const cborText = (text: string): Bytes => join([0x60 + text.length], encoder.encode(text));
const cborBytes = (bytes: Bytes): Bytes =>
  bytes.length < 256
    ? join([0x58, bytes.length], bytes)
    : join([0x59, bytes.length >> 8, bytes.length & 255], bytes);

/** WebAuthn signatures are ASN.1, WebCrypto's are two raw numbers. */
function asn1(signature: Bytes): Bytes {
  const integer = (raw: Bytes): Bytes => {
    const start = raw.findIndex((byte) => byte !== 0);
    const body = raw.slice(start);
    const positive = (body[0] ?? 0) > 127 ? join([0], body) : body;
    return join([2, positive.length], positive);
  };
  const body = join(integer(signature.slice(0, 32)), integer(signature.slice(32)));
  return join([0x30, body.length], body);
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" } as const;

type SoftPasskey = {
  id: string;
  rpId: string;
  userHandle: Bytes;
  keys: CryptoKeyPair;
  counter: number;
};
type Asked = {
  publicKey?: PublicKeyCredentialRequestOptions | PublicKeyCredentialCreationOptions;
  mediation?: string;
  signal?: AbortSignal | null;
};

type Screws = {
  origin: string;
  /** Sign the hash of another domain than the request's. */
  rpId: string | undefined;
  person: { present: boolean; verified: boolean };
  /** The outcome of the next ceremony. */
  refusal: string | undefined;
  /** Whether the authenticator waits until the page aborts. */
  isSlow: boolean;
  stepOfCounter: number;
};

const domError = (name: string) => new DOMException("said by the authenticator", name);

/**
 * A browser with a software authenticator. It creates and signs like a real one, and tests control it through
 * switches. Everything is base64url here, as in the browser's own JSON.
 */
export function createAuthenticator({ origin = "http://localhost:4100" } = {}) {
  const passkeys: SoftPasskey[] = [];
  const asked: Asked[] = [];
  const signals: { name: string; details: Record<string, unknown> }[] = [];
  let waiting: ((id: string) => void) | undefined;
  const screws: Screws = {
    origin,
    rpId: undefined,
    person: { present: true, verified: true },
    refusal: undefined,
    isSlow: false,
    stepOfCounter: 1,
  };

  const authenticatorData = async (rpId: string, counter: number, attested: Bytes = join([])) => {
    const { present, verified } = screws.person;
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0);
    const count = [counter >>> 24, (counter >>> 16) & 255, (counter >>> 8) & 255, counter & 255];
    return join(await sha256(encoder.encode(screws.rpId ?? rpId)), [flags], count, attested);
  };
  const clientData = (type: string, challenge: BufferSource): Bytes =>
    encoder.encode(JSON.stringify({ type, challenge: base64Url(challenge as Bytes), origin: screws.origin }));

  /** Ends as the switches say, or when the page aborts. */
  const obey = async (signal: AbortSignal | null | undefined): Promise<void> => {
    if (signal?.aborted) throw domError("AbortError");
    const { refusal } = screws;
    screws.refusal = undefined;
    if (refusal) throw domError(refusal);
    if (screws.isSlow)
      await new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(domError("AbortError"))),
      );
  };

  const create = async (options: CredentialCreationOptions = {}) => {
    asked.push(options);
    const { publicKey, signal } = options;
    if (!publicKey) throw domError("NotSupportedError");
    await obey(signal);
    const excluded = (publicKey.excludeCredentials ?? []).map(({ id }) => base64Url(id as Bytes));
    if (passkeys.some(({ id }) => excluded.includes(id))) throw domError("InvalidStateError");
    const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const id = crypto.getRandomValues(new Uint8Array(16));
    const rpId = publicKey.rp.id ?? "localhost";
    const userHandle = join(publicKey.user.id as Bytes);
    // One discoverable passkey per account and site: a new one replaces the old one.
    const old = passkeys.findIndex(
      (key) => key.rpId === rpId && base64Url(key.userHandle) === base64Url(userHandle),
    );
    if (old >= 0) passkeys.splice(old, 1);
    passkeys.push({ id: base64Url(id), rpId, userHandle, keys, counter: 0 });
    const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", keys.publicKey);
    const cose = join(
      [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21],
      cborBytes(fromBase64Url(x)),
      [0x22],
      cborBytes(fromBase64Url(y)),
    );
    const attested = join(new Uint8Array(16), [0, id.length], id, cose);
    const data = await authenticatorData(rpId, 0, attested);
    const attestationObject = join(
      [0xa3],
      ...[cborText("fmt"), cborText("none"), cborText("attStmt"), [0xa0], cborText("authData")],
      cborBytes(data),
    );
    return {
      id: base64Url(id),
      rawId: id.buffer,
      type: "public-key",
      response: {
        clientDataJSON: clientData("webauthn.create", publicKey.challenge).buffer,
        attestationObject: attestationObject.buffer,
      },
    } as unknown as Credential;
  };

  const sign = async (passkey: SoftPasskey, publicKey: PublicKeyCredentialRequestOptions) => {
    passkey.counter += screws.stepOfCounter;
    const data = await authenticatorData(publicKey.rpId ?? "localhost", passkey.counter);
    const client = clientData("webauthn.get", publicKey.challenge);
    const signed = join(data, await sha256(client));
    const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, passkey.keys.privateKey, signed);
    return {
      id: passkey.id,
      rawId: fromBase64Url(passkey.id).buffer,
      type: "public-key",
      response: {
        clientDataJSON: client.buffer,
        authenticatorData: data.buffer,
        signature: asn1(new Uint8Array(raw)).buffer,
        userHandle: passkey.userHandle.buffer,
      },
    } as unknown as Credential;
  };

  const get = async (options: CredentialRequestOptions = {}) => {
    asked.push(options);
    const { publicKey, signal, mediation } = options;
    if (!publicKey) throw domError("NotSupportedError");
    await obey(signal);
    const picked =
      mediation === "conditional"
        ? await new Promise<string>((resolve, reject) => {
            waiting = resolve;
            signal?.addEventListener("abort", () => {
              waiting = undefined;
              reject(domError("AbortError"));
            });
          })
        : undefined;
    const passkey = passkeys.find(({ id }) => picked === undefined || id === picked);
    if (!passkey) throw domError("NotAllowedError");
    return sign(passkey, publicKey);
  };

  const note = (name: string) => async (details: object) => {
    signals.push({ name, details: { ...details } });
  };
  return {
    passkeys,
    asked,
    signals,
    screws,
    isWaiting: () => waiting !== undefined,
    /** The user picks a passkey in the autofill. */
    pick: (id: string) => waiting?.(id),
    /** The option `platform` of `createIdentityClient`. */
    platform: {
      hostname: "localhost",
      credentials: { create, get },
      publicKey: {
        isConditionalMediationAvailable: async () => true,
        signalAllAcceptedCredentials: note("all accepted"),
        signalCurrentUserDetails: note("user details"),
        signalUnknownCredential: note("unknown"),
      },
    },
  };
}
