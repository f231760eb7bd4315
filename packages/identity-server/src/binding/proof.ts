import { compactVerify, decodeProtectedHeader, EmbeddedJWK, importJWK } from "jose";
import * as v from "valibot";

/** A proof that is malformed, or that another key signed. */
export class ForgedProofError extends Error {
  override readonly name = "ForgedProofError";
  readonly code = "INVALID_PROOF";
}

const Coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
/** Only the members that name a public key; others are dropped. RSA has at most 8,192 bits. */
const PublicKey = v.variant("kty", [
  v.object({ kty: v.literal("EC"), crv: v.literal("P-256"), x: Coordinate, y: Coordinate }),
  v.object({
    kty: v.literal("RSA"),
    n: v.pipe(v.string(), v.regex(/^[\w-]{342,1366}$/)),
    e: v.pipe(v.string(), v.regex(/^[\w-]{1,8}$/)),
  }),
]);
const ALGORITHMS = { EC: "ES256", RSA: "RS256" } as const;
/** The algorithms of a registration header, preferred first. Never "none", which the draft allows. */
export const OFFERED = `(${ALGORITHMS.EC} ${ALGORITHMS.RSA})`;

const TYPE = "dbsc+jwt";
const Payload = v.object({ jti: v.string() });
/** A key of 8,192 bits and its signature fit. */
const MAX_LENGTH = 4_096;

const parseChallenge = (payload: Uint8Array): string =>
  v.parse(Payload, JSON.parse(new TextDecoder().decode(payload))).jti;

/** Every failure counts as a forgery, because a browser that has the key signs in the form of the draft. */
async function runOrThrowForged<T>(jwt: string, work: () => Promise<T>): Promise<T> {
  try {
    if (jwt.length > MAX_LENGTH) throw new ForgedProofError();
    return await work();
  } catch (cause) {
    throw new ForgedProofError("The proof is not valid.", { cause });
  }
}

/**
 * The key and the challenge of a registration. The proof carries its own key, so it proves that the sender has it.
 * @throws ForgedProofError
 * @see https://w3c.github.io/webappsec-dbsc/#format-jwt
 */
export const readRegistrationProof = (jwt: string): Promise<{ key: string; challenge: string }> =>
  runOrThrowForged(jwt, async () => {
    const key = v.parse(PublicKey, decodeProtectedHeader(jwt).jwk);
    // Refuses private keys.
    const { payload, protectedHeader } = await compactVerify(jwt, EmbeddedJWK, {
      algorithms: [ALGORITHMS[key.kty]],
    });
    if (protectedHeader.typ !== TYPE) throw new ForgedProofError();
    return { key: JSON.stringify(key), challenge: parseChallenge(payload) };
  });

/** The challenge of a refresh, signed with the session's key. @throws ForgedProofError */
export const readRefreshProof = (jwt: string, key: string): Promise<string> =>
  runOrThrowForged(jwt, async () => {
    const jwk = v.parse(PublicKey, JSON.parse(key));
    const alg = ALGORITHMS[jwk.kty];
    const { payload, protectedHeader } = await compactVerify(jwt, await importJWK(jwk, alg), {
      algorithms: [alg],
    });
    if (protectedHeader.typ !== TYPE || "jwk" in protectedHeader) throw new ForgedProofError();
    return parseChallenge(payload);
  });
