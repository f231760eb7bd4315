import * as v from "valibot";
import { FirestoreError } from "../documents/errors.ts";

/** The caller. The administrator is `Bearer owner`, as with Google's emulator. */
export type Caller =
  | { type: "nobody" }
  | { type: "administrator" }
  /** `expiresAt` in milliseconds of the local clock; undefined for unsigned tokens, whose expiry is not enforced. */
  | { type: "person"; uid: string; expiresAt: number | undefined };

export type VerifyIdToken = (
  idToken: string,
) => Promise<{ uid: string; claims: Record<string, unknown> } | undefined>;

/** True for the credentials of an administrator, in a header of a request or of a handshake. */
export const isOwnerBearer = (authorization: string | null | undefined): boolean =>
  /^\s*bearer\s+owner\s*$/i.test(authorization ?? "");

const Claims = v.object({ sub: v.optional(v.string()), user_id: v.optional(v.string()) });
const Header = v.object({ alg: v.string() });
const Expiry = v.object({ exp: v.number() });

const decodePart = (part: string | undefined): unknown => {
  try {
    const bytes = atob((part ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
};

/**
 * Authenticates the caller. A signed token must be valid for the identity service. An unsigned token is trusted,
 * because Firebase's test tools make unsigned tokens, with an expiry in 1970.
 * @throws {FirestoreError} INVALID_ARGUMENT for text that is no JWT, UNAUTHENTICATED for an invalid token
 */
export async function callerOf(authorization: string | null, verify: VerifyIdToken): Promise<Caller> {
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return { type: "nobody" };
  if (token === "owner") return { type: "administrator" };
  const [header, payload, signature] = token.split(".");
  const decodedHeader = v.safeParse(Header, decodePart(header));
  const claims = v.safeParse(Claims, decodePart(payload));
  if (!decodedHeader.success || !claims.success) throw new FirestoreError("INVALID_ARGUMENT", "invalid jwt");
  if (decodedHeader.output.alg === "none" && !signature) {
    const uid = claims.output.user_id ?? claims.output.sub;
    return uid === undefined ? { type: "nobody" } : { type: "person", uid, expiresAt: undefined };
  }
  const verified = await verify(token);
  if (!verified)
    throw new FirestoreError(
      "UNAUTHENTICATED",
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
    );
  const expiry = v.safeParse(Expiry, verified.claims);
  return {
    type: "person",
    uid: verified.uid,
    expiresAt: expiry.success ? expiry.output.exp * 1000 : undefined,
  };
}
