import { decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import { FirestoreError, invalidArgument, permissionDenied } from "../documents/errors.ts";
import { pathOf } from "../documents/name.ts";
import type { Fields } from "../documents/value.ts";

/** The caller. The administrator is `Bearer owner`, as with Google's emulator. */
export type Caller =
  | { type: "nobody" }
  | { type: "administrator" }
  /** `expiresAt` in milliseconds of the local clock; undefined for a token that never expires. */
  | { type: "person"; uid: string; claims: Record<string, unknown>; expiresAt: number | undefined };

export type VerifyIdToken = (
  idToken: string,
) => Promise<{ uid: string; claims?: Record<string, unknown>; expiresAt: number | undefined } | undefined>;

/** The content of an `Authorization` header, before verification. */
export type Credentials =
  | { type: "nobody" }
  | { type: "administrator" }
  /** `uid` is that of the token's content, for failure scripts and the log. */
  | { type: "token"; token: string; uid: string | undefined };

const Claims = v.object({ sub: v.optional(v.string()), user_id: v.optional(v.string()) });

/** The content of a token, unverified. */
function decodeToken(token: string) {
  try {
    return { ...v.parse(Claims, decodeJwt(token)), alg: decodeProtectedHeader(token).alg };
  } catch {
    return undefined;
  }
}

/** Reads the credentials of a request or a handshake, once: the guard and the operation use the same result. */
export function parseCredentials(headers: Headers): Credentials {
  const token = /^Bearer\s+(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return { type: "nobody" };
  if (token === "owner") return { type: "administrator" };
  return { type: "token", token, uid: decodeToken(token)?.user_id };
}

/**
 * Authenticates the caller.
 * @throws {FirestoreError} INVALID_ARGUMENT for text that is no JWT, UNAUTHENTICATED for an invalid token
 */
export async function authenticateCaller(credentials: Credentials, verify: VerifyIdToken): Promise<Caller> {
  if (credentials.type !== "token") return credentials;
  const { token } = credentials;
  const content = decodeToken(token);
  if (!content) throw invalidArgument("invalid jwt");
  const { alg, user_id, sub } = content;
  if (alg === "none" && token.endsWith(".") && user_id === undefined && sub === undefined)
    return { type: "nobody" };
  const verified = await verify(token);
  if (!verified)
    throw new FirestoreError(
      "UNAUTHENTICATED",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
    );
  return { type: "person", claims: {}, ...verified };
}

/** What a rule decides about. Fields have the form of Firestore's REST API: `{ name: { stringValue: "Ada" } }`. */
export type RuleRequest = {
  /** Undefined for a caller without an ID token. */
  uid: string | undefined;
  claims: Record<string, unknown>;
  /** The IDs of the document's name: `["posts", "1"]`. */
  path: readonly string[];
  /** The stored fields; undefined if there is no such document. */
  before: Fields | undefined;
  /** The fields after a write; undefined for other operations. */
  after: Fields | undefined;
};
type Rule = (request: RuleRequest) => boolean;
type DocumentRules = { get?: Rule; write?: Rule; delete?: Rule };

/** Which documents users may read and write. An administrator may do everything. */
export type DocumentsOption = {
  /** Collections that the rules are for, such as `posts` and `posts/comments`; default: `users`. */
  collections?: readonly string[];
  /** An operation without a rule is refused. Default: the rules of this product's `firestore.rules`. */
  rules?: DocumentRules;
};

/** Only a server may write what a user has paid for. */
const BILLING_FIELDS = ["stripePriceId", "stripeSubscriptionStatus"];

const isOwn: Rule = ({ uid, path }) => path.at(-1) === uid;

/** A user gets, writes and deletes only the document of their own ID, and never writes the payment provider's fields. */
const PRODUCT_RULES: DocumentRules = {
  get: isOwn,
  delete: isOwn,
  write: (request) =>
    isOwn(request) &&
    BILLING_FIELDS.every(
      (field) => JSON.stringify(request.before?.[field]) === JSON.stringify(request.after?.[field]),
    ),
};

export const noQueries = (): FirestoreError =>
  new FirestoreError(
    "UNIMPLEMENTED",
    "The local services have no queries and no lists: they read documents by name.",
  );

/**
 * The checks of all operations, before any precondition, as in Firestore.
 * @throws {FirestoreError} PERMISSION_DENIED
 */
export function createRules({ collections = ["users"], rules = PRODUCT_RULES }: DocumentsOption = {}) {
  const createCheck =
    (operation: keyof DocumentRules) =>
    (caller: Caller, name: string, before: Fields | undefined, after?: Fields): void => {
      if (caller.type === "administrator") return;
      const path = pathOf(name);
      const collection = path.filter((_, index) => index % 2 === 0).join("/");
      const { uid, claims } = caller.type === "person" ? caller : { uid: undefined, claims: {} };
      const isAllowed =
        collections.includes(collection) && rules[operation]?.({ uid, claims, path, before, after }) === true;
      if (!isAllowed) throw permissionDenied();
    };
  return {
    get: createCheck("get"),
    write: createCheck("write"),
    delete: createCheck("delete"),
    /** No rule grants lists. This product's own refusal is that of production. */
    list: (caller: Caller): void => {
      if (caller.type !== "administrator") throw rules === PRODUCT_RULES ? permissionDenied() : noQueries();
    },
  };
}
export type Rules = ReturnType<typeof createRules>;
