import * as v from "valibot";
import { FirestoreError, permissionDenied } from "../documents/errors.ts";
import type { Fields } from "../documents/value.ts";

/** The caller. The administrator is `Bearer owner`, as with Google's emulator. */
export type Caller =
  | { type: "nobody" }
  | { type: "administrator" }
  /** `expiresAt` in milliseconds of the local clock; undefined for a token that never expires. */
  | { type: "person"; uid: string; expiresAt: number | undefined };

export type VerifyIdToken = (
  idToken: string,
) => Promise<{ uid: string; expiresAt: number | undefined } | undefined>;

/** The content of an `Authorization` header, before verification. */
export type Credentials =
  | { type: "nobody" }
  | { type: "administrator" }
  /** `uid` is that of the token's content, for failure scripts and the log. */
  | { type: "token"; token: string; uid: string | undefined };

const Claims = v.object({ sub: v.optional(v.string()), user_id: v.optional(v.string()) });
const Header = v.object({ alg: v.string() });

/** A part of a JWT, unverified. */
const decodeJwtPart = (part: string | undefined): unknown => {
  try {
    const bytes = atob((part ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
};

/** Reads the credentials of a request or a handshake, once: the guard and the operation use the same result. */
export function parseCredentials(headers: Headers): Credentials {
  const token = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return { type: "nobody" };
  if (token === "owner") return { type: "administrator" };
  const claims = v.safeParse(Claims, decodeJwtPart(token.split(".")[1]));
  return { type: "token", token, uid: claims.success ? claims.output.user_id : undefined };
}

/**
 * Authenticates the caller.
 * @throws {FirestoreError} INVALID_ARGUMENT for text that is no JWT, UNAUTHENTICATED for an invalid token
 */
export async function authenticateCaller(credentials: Credentials, verify: VerifyIdToken): Promise<Caller> {
  if (credentials.type !== "token") return credentials;
  const { token } = credentials;
  const [header, payload, signature] = token.split(".");
  const decodedHeader = v.safeParse(Header, decodeJwtPart(header));
  const claims = v.safeParse(Claims, decodeJwtPart(payload));
  if (!decodedHeader.success || !claims.success) throw new FirestoreError("INVALID_ARGUMENT", "invalid jwt");
  const { user_id, sub } = claims.output;
  const isUnsigned = decodedHeader.output.alg === "none" && !signature;
  if (isUnsigned && user_id === undefined && sub === undefined) return { type: "nobody" };
  const verified = await verify(token);
  if (!verified)
    throw new FirestoreError(
      "UNAUTHENTICATED",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
    );
  return { type: "person", uid: verified.uid, expiresAt: verified.expiresAt };
}

/** Only a server may write what a user has paid for. */
const BILLING_FIELDS = ["stripePriceId", "stripeSubscriptionStatus"];

const documentOwnerOf = (name: string): string | undefined =>
  /^projects\/[^/]+\/databases\/[^/]+\/documents\/users\/([^/]+)$/.exec(name)?.[1];

const assertOwnDocument = (caller: Caller, name: string): void => {
  if (caller.type === "administrator") return;
  if (caller.type === "nobody" || documentOwnerOf(name) !== caller.uid) throw permissionDenied();
};

/**
 * The rules of this product's `firestore.rules`, in code: a user gets, writes and deletes only their own document of
 * the collection `users`, and never writes the payment provider's fields. No rule grants lists.
 * @throws {FirestoreError} PERMISSION_DENIED
 */
export const rules = {
  get: assertOwnDocument,
  delete: assertOwnDocument,
  list: (caller: Caller): void => {
    if (caller.type !== "administrator") throw permissionDenied();
  },
  /** `after` is the document after the write; checked before any precondition, as in Firestore. */
  write: (caller: Caller, name: string, before: Fields | undefined, after: Fields): void => {
    assertOwnDocument(caller, name);
    if (caller.type === "administrator") return;
    const changesField = (field: string) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]);
    if (BILLING_FIELDS.some(changesField)) throw permissionDenied();
  },
};
