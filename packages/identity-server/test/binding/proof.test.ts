import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { parseString, printString } from "../../src/binding/binding.ts";
import { createChallenges } from "../../src/binding/challenges.ts";
import { readRefreshProof, readRegistrationProof } from "../../src/binding/proof.ts";

/**
 * Proofs that another implementation signed: `spec/vectors/registration.json`, `refresh.json` and
 * `registration-header.json` of https://github.com/SulimanAbdulrazzaq/dbsc-toolkit, whose other vectors are its own
 * extensions.
 */
const VECTORS = {
  challenge: "KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS",
  sessionId: "sess_3f9a1c7e8b2d4f60a1b2c3d4e5f60718",
  publicKey: {
    kty: "EC",
    crv: "P-256",
    x: "OiqsLo2Fgx8s1x5EI9bjUDi5QN9lg9_pM8VGYnvduP4",
    y: "LItgwbWewmg0rrauKI1IX4tE2WzNnmB322E4UvfSPt8",
  },
  registration:
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRic2Mrand0IiwiandrIjp7Imt0eSI6IkVDIiwiY3J2IjoiUC0yNTYiLCJ4IjoiT2lxc0xvMkZneDhzMXg1RUk5YmpVRGk1UU45bGc5X3BNOFZHWW52ZHVQNCIsInkiOiJMSXRnd2JXZXdtZzBycmF1S0kxSVg0dEUyV3pObm1CMzIyRTRVdmZTUHQ4In19.eyJqdGkiOiJLTjNxd19wUXhSOHRZNXVJOG9QMWFTMmRGM2dINGpLNWxNNm5PN3BROHJTIn0.6YjXpu8GV1Yjw8R5qB42lh_5HPj0USF7RBAmp1gJaKIondZ0rpSIzjVvAbbztFRTGWI0jPPheN2YqDZQ8J_heg",
  refresh:
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRic2Mrand0In0.eyJqdGkiOiJLTjNxd19wUXhSOHRZNXVJOG9QMWFTMmRGM2dINGpLNWxNNm5PN3BROHJTIn0.dZhwcoAWFE9jCoWAInYiaw9z_ZO_nJCfVv8JUGK_5xZybqIal0uWB8Svdid9A4eymcitK8amsuuhrh7t15lsew",
  header: '(ES256);path="/dbsc/registration";challenge="KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS"',
  challengeHeader: '"KN3qw_pQxR8tY5uI8oP1aS2dF3gH4jK5lM6nO7pQ8rS";id="sess_3f9a1c7e8b2d4f60a1b2c3d4e5f60718"',
};

const FORGED = { name: "ForgedProofError" };
const KEY = JSON.stringify(VECTORS.publicKey);

describe("the published test vectors", () => {
  test("readRegistration returns the key and the challenge of the published registration", async () => {
    const registered = await readRegistrationProof(VECTORS.registration);
    expect(registered).toEqual({ key: KEY, challenge: VECTORS.challenge });
  });

  test("readRefresh accepts the published refresh, which the registered key signed", async () => {
    expect(await readRefreshProof(VECTORS.refresh, KEY)).toBe(VECTORS.challenge);
  });

  test("a refresh proof with a key in its header is refused as forged, and so is a registration proof without a key", async () => {
    await expect(readRefreshProof(VECTORS.registration, KEY)).rejects.toMatchObject(FORGED);
    await expect(readRegistrationProof(VECTORS.refresh)).rejects.toMatchObject(FORGED);
  });

  test("the published headers are parsed and written as Strings of RFC 9651", () => {
    const { header, challengeHeader, challenge, sessionId } = VECTORS;
    expect(parseString(challengeHeader)).toBe(challenge);
    expect(`${printString(challenge)};id=${printString(sessionId)}`).toBe(challengeHeader);
    expect(`(ES256);path=${printString("/dbsc/registration")};challenge=${printString(challenge)}`).toBe(
      header,
    );
  });
});

describe("forged proofs", () => {
  type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
  const pairs: Record<string, Pair> = {};
  let jwks: Record<string, JWK> = {};
  beforeAll(async () => {
    for (const alg of ["ES256", "RS256", "ES384", "PS256", "EdDSA"])
      pairs[alg] = await generateKeyPair(alg, { extractable: true });
    const entries = Object.entries(pairs).map(
      async ([alg, pair]) => [alg, await exportJWK(pair.publicKey)] as const,
    );
    jwks = Object.fromEntries(await Promise.all(entries));
  });
  const keyOf = (alg: string): CryptoKey | Uint8Array => pairs[alg]?.privateKey ?? new Uint8Array();
  const sign = (header: Record<string, unknown>, key = keyOf("ES256"), payload: unknown = { jti: "c" }) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: "ES256", typ: "dbsc+jwt", ...header })
      .sign(key);
  const unsigned = (header: object): string =>
    `${[{ typ: "dbsc+jwt", ...header }, { jti: "c" }].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

  type Forgery = [name: string, make: () => Promise<string> | string];

  test("a forged proof registers no key", async () => {
    const forged: Forgery[] = [
      ["without a signature", () => unsigned({ alg: "none", jwk: jwks["ES256"] })],
      ["without a signature and without a key", () => unsigned({ alg: "none" })],
      ["that another key signed", () => sign({ jwk: VECTORS.publicKey })],
      ["with another type", () => sign({ typ: "JWT", jwk: jwks["ES256"] })],
      ["without a type", () => sign({ typ: undefined, jwk: jwks["ES256"] })],
      ["of ES384", () => sign({ alg: "ES384", jwk: jwks["ES384"] }, keyOf("ES384"))],
      ["of EdDSA", () => sign({ alg: "EdDSA", jwk: jwks["EdDSA"] }, keyOf("EdDSA"))],
      ["of PS256 with an RSA key", () => sign({ alg: "PS256", jwk: jwks["PS256"] }, keyOf("PS256"))],
      ["of RS256 with an EC key", () => sign({ alg: "RS256", jwk: jwks["ES256"] }, keyOf("RS256"))],
      [
        "of HS256 with the public key as its secret",
        () =>
          sign({ alg: "HS256", jwk: jwks["ES256"] }, new TextEncoder().encode(JSON.stringify(jwks["ES256"]))),
      ],
      [
        "of HS256 with a symmetric key",
        () => sign({ alg: "HS256", jwk: { kty: "oct", k: "c2VjcmV0" } }, new TextEncoder().encode("secret")),
      ],
      ["with a private key", async () => sign({ jwk: await exportJWK(keyOf("ES256")) })],
      ["with a private member that is no key", () => sign({ jwk: { ...jwks["ES256"], d: null } })],
      [
        "with a point that is not on the curve",
        () => sign({ jwk: { ...jwks["ES256"], x: VECTORS.publicKey.x } }),
      ],
      ["without a challenge", () => sign({ jwk: jwks["ES256"] }, keyOf("ES256"), {})],
      ["with a number as its challenge", () => sign({ jwk: jwks["ES256"] }, keyOf("ES256"), { jti: 1 })],
      [
        "with an unknown critical header",
        () => sign({ jwk: jwks["ES256"], crit: ["x"], x: 1 }).catch(() => "x"),
      ],
      [
        "that is long",
        async () => await sign({ jwk: jwks["ES256"] }, keyOf("ES256"), { jti: "c", more: "x".repeat(4_000) }),
      ],
      ["that is no JWT", () => "not a proof"],
      ["that is empty", () => ""],
    ];
    for (const [name, make] of forged)
      await expect(readRegistrationProof(await make()), name).rejects.toMatchObject(FORGED);
  });

  test("a proof by the right key with the wrong type is refused at a refresh", async () => {
    const key = JSON.stringify(jwks["ES256"]);
    expect(await readRefreshProof(await sign({}), key)).toBe("c");
    for (const typ of ["JWT", undefined])
      await expect(readRefreshProof(await sign({ typ }), key)).rejects.toMatchObject(FORGED);
  });

  test("a proof by an RSA key that is too short registers no key", async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256", {
      modulusLength: 2048,
      extractable: true,
    });
    const jwk = await exportJWK(publicKey);
    const proof = await sign({ alg: "RS256", jwk }, privateKey);
    expect(JSON.parse((await readRegistrationProof(proof)).key)).toEqual({ kty: "RSA", n: jwk.n, e: jwk.e });
    const short = await sign({ alg: "RS256", jwk: { ...jwk, n: jwk.n?.slice(0, 171) } }, privateKey);
    await expect(readRegistrationProof(short)).rejects.toMatchObject(FORGED);
  });

  test("a forged proof is refused at a refresh", async () => {
    const forged: Forgery[] = [
      ["of another key", () => sign({})],
      [
        "of HS256 with the stored key as its secret",
        () => sign({ alg: "HS256" }, new TextEncoder().encode(KEY)),
      ],
      ["without a signature", () => unsigned({ alg: "none" })],
      ["with its own key", () => sign({ jwk: jwks["ES256"] })],
      [
        "with one changed letter",
        () => VECTORS.refresh.replace(/.{9}$/, (end) => `${end[0] === "A" ? "B" : "A"}${end.slice(1)}`),
      ],
    ];
    for (const [name, make] of forged)
      await expect(readRefreshProof(await make(), KEY), name).rejects.toMatchObject(FORGED);
  });
});

test("a header value is parsed as a String of RFC 9651, or refused", () => {
  for (const [value, text] of [
    ['"a"', "a"],
    [' "a" ', "a"],
    ['"a";b="c"', "a"],
    ['"a\\"b\\\\"', 'a"b\\'],
    ["a.b-c_d", "a.b-c_d"],
    ["a b", undefined],
    ['"a', undefined],
    ['"a", "b"', undefined],
    ['"\\a"', undefined],
    ['"é"', undefined],
    [null, undefined],
  ] as const)
    expect([value, parseString(value)]).toEqual([value, text]);
});

describe("challenges", () => {
  const { issue, issuedAt } = createChallenges(["example-secret-of-sessions-number-1"]);
  const owner = { id: "id-1", key: "key-1", nowMs: 1_000_000 };
  const challenge = issue(owner);

  test("a challenge is valid until it expires, only for its own purpose, session and key", () => {
    expect(issuedAt(challenge, { ...owner, nowMs: 1_059_999 })).toBe(1_000_000);
    expect(issuedAt(challenge, { ...owner, nowMs: 1_060_000 })).toBeUndefined();
    expect(issuedAt(challenge, { ...owner, key: null }), "for a registration").toBeUndefined();
    expect(issuedAt(challenge, { ...owner, id: "id-2" })).toBeUndefined();
    expect(issuedAt(challenge, { ...owner, key: "key-2" })).toBeUndefined();
    const registration = issue({ ...owner, key: null });
    expect(issuedAt(registration, { ...owner, key: "" }), "for a proof").toBeUndefined();
    expect(issuedAt(registration, { ...owner, key: null, nowMs: 1_299_999 })).toBe(1_000_000);
    expect(issuedAt(registration, { ...owner, key: null, nowMs: 1_300_000 })).toBeUndefined();
    expect(issue(owner), "never twice the same").not.toBe(challenge);
  });

  test("another text is not accepted as a challenge", () => {
    for (const text of [
      ...["", "x", challenge.slice(1), `${challenge}a`, challenge.replace(/^./, "z")],
      challenge.replaceAll(".", ","),
    ])
      expect(issuedAt(text, owner), text).toBeUndefined();
  });
});
