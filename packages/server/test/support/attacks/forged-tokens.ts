import { exportSPKI, SignJWT } from "jose";
import { type Claims, TOKEN_PROJECT, type TokenService } from "../tokens.ts";

/** Claims of a correctly signed token, each wrong in one way. */
export const WRONG_CLAIMS: readonly [name: string, changes: Claims][] = [
  ["another project's audience", { aud: "other-project" }],
  ["an audience among others", { aud: ["other-project"] }],
  ["an audience in other letters", { aud: TOKEN_PROJECT.toUpperCase() }],
  ["an audience with a space", { aud: `${TOKEN_PROJECT} ` }],
  ["an audience that is an object", { aud: { project: TOKEN_PROJECT } }],
  ["another issuer", { iss: "https://securetoken.google.com/other-project" }],
  ["an issuer without https", { iss: `http://securetoken.google.com/${TOKEN_PROJECT}` }],
  ["an issuer of Google's accounts", { iss: "https://accounts.google.com" }],
  ["an issuer with a slash at its end", { iss: `https://securetoken.google.com/${TOKEN_PROJECT}/` }],
  ["an issuer on another host", { iss: `https://securetoken.google.com.evil.example/${TOKEN_PROJECT}` }],
  ["an issuer of session cookies", { iss: `https://session.firebase.google.com/${TOKEN_PROJECT}` }],
  ["no issuer", { iss: undefined }],
  ["no audience", { aud: undefined }],
  ["an expiry in the past", { exp: 1_700_000_000 }],
  ["an expiry at the beginning of time", { exp: 0 }],
  ["an expiry below zero", { exp: -1 }],
  ["no expiry", { exp: undefined }],
  ["an expiry that is text", { exp: "tomorrow" }],
  ["an expiry that is a list", { exp: [4_000_000_000] }],
  ["an issue that is text", { iat: "now" }],
  ["no issue time", { iat: undefined }],
  ["a sign-in that is text", { auth_time: "now" }],
  ["no sign-in time", { auth_time: undefined }],
  ["a start that is text", { nbf: "later" }],
  ["no subject", { sub: undefined }],
  ["an empty subject", { sub: "" }],
  ["a subject that is a number", { sub: 5 }],
  ["a subject that is a list", { sub: ["uid-of-alice"] }],
  ["an endless subject", { sub: "u".repeat(129) }],
  ["a subject with NUL", { sub: "uid\u0000of-alice" }],
  ["a subject with a line break", { sub: "uid\nof-alice" }],
  ["a subject with half a letter", { sub: "uid\ud800" }],
];

/** Claims of a correctly signed token that is not good yet, so the clock that judges it is behind. */
export const FUTURE_CLAIMS: readonly [name: string, changes: Claims][] = [
  ["an issue in the future", { iat: 4_000_000_000 }],
  ["a sign-in in the future", { auth_time: 4_000_000_000 }],
  ["a start in the future", { nbf: 4_000_000_000 }],
];

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Tokens that no project key signed, or that were changed afterwards. */
export async function forgeries(tokens: TokenService): Promise<Record<string, string>> {
  const good = await tokens.sign();
  const [header = "", payload = "", signature = ""] = good.split(".");
  const publicKey = await exportSPKI(tokens.signingKey().publicKey);
  const { kid } = tokens.signingKey();
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
  const stranger = await tokens.make("stranger");
  const under = (head: object, end = signature): string => `${base64url(head)}.${payload}.${end}`;
  const hmac = (alg: string): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(new TextEncoder().encode(publicKey));
  return {
    "algorithm none": under({ alg: "none", typ: "JWT", kid }, ""),
    "algorithm None": under({ alg: "None", typ: "JWT", kid }, ""),
    "algorithm NONE": under({ alg: "NONE", typ: "JWT", kid }, ""),
    "algorithm none with the old signature": under({ alg: "none", kid }),
    "no algorithm": under({ kid }),
    "an empty algorithm": under({ alg: "", kid }),
    "an algorithm that is a list": under({ alg: ["RS256", "none"], kid }),
    "an algorithm in small letters": under({ alg: "rs256", kid }),
    "HS256 with the public key as its secret": await hmac("HS256"),
    "HS512 with the public key as its secret": await hmac("HS512"),
    "ES256 named over an RS256 signature": under({ alg: "ES256", kid }),
    "PS256 named over an RS256 signature": under({ alg: "PS256", kid }),
    "RS512 named over an RS256 signature": under({ alg: "RS512", kid }),
    "another claim under the old signature": `${header}.${base64url({ ...claims, sub: "uid-of-mallory" })}.${signature}`,
    "a stranger's key under our key's name": await tokens.sign({}, { kid }, stranger),
    "a key without a name": await tokens.sign({}, { kid: undefined }, stranger),
    "a key of its own": await tokens.sign({}, { kid, jwk: { kty: "RSA" } } as object, stranger),
    "a key address of its own": await tokens.sign(
      {},
      { kid, jku: "https://evil.example/jwks" } as object,
      stranger,
    ),
    "a certificate of its own": await tokens.sign({}, { kid, x5c: ["AAAA"] } as object, stranger),
    "an unknown critical extension": under({ alg: "RS256", kid, crit: ["x"], x: 1 }),
    "no signature": `${header}.${payload}.`,
    "an empty header": `.${payload}.${signature}`,
    "an empty payload": `${header}..${signature}`,
    "two parts": `${header}.${payload}`,
    "five parts": `${good}.a.b`,
    "a flipped bit": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "a signature cut short": `${header}.${payload}.${signature.slice(0, -8)}`,
    "not base64": "a.b.c",
    "not a token": "null",
    "nine kilobytes": `${header}.${"e".repeat(9_000)}.${signature}`,
  };
}

/** Tokens that name a key which is not in the project's list: forged, or signed by a key that is newer than the list. */
export async function tokensOfUnknownKeys(tokens: TokenService): Promise<Record<string, string>> {
  const stranger = await tokens.make("stranger");
  return {
    "a stranger's key": await tokens.sign({}, {}, stranger),
    "a kid that is a path": await tokens.sign({}, { kid: "../../etc/passwd" }, stranger),
    "a kid that is a query": await tokens.sign({}, { kid: "' or 1=1 --" }, stranger),
    "a kid that is a property": await tokens.sign({}, { kid: "__proto__" }, stranger),
  };
}
