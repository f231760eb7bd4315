import { decodeJwt, SignJWT } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { int64, record, text } from "../../http/wire.ts";
import { ALGORITHM } from "../tokens/keys.ts";
import { verifyIdToken } from "../tokens/verify-id-token.ts";

export const SessionCookieBody = record({ idToken: v.optional(text), validDuration: v.optional(int64) });

const MIN_S = 5 * 60;
const MAX_S = 14 * 24 * 3600;

/**
 * Makes a session cookie from an ID token, for servers with their own sessions.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects/createSessionCookie
 */
export async function createSessionCookie(
  context: ServiceContext,
  body: v.InferOutput<typeof SessionCookieBody>,
): Promise<object> {
  assert(body.idToken, "MISSING_ID_TOKEN");
  const duration = Number(body.validDuration) || MAX_S;
  assert(duration >= MIN_S && duration <= MAX_S, "INVALID_DURATION");
  await verifyIdToken(context, body.idToken);
  const key = await context.keys.current();
  const now = Math.floor(context.clock.now() / 1000);
  const sessionCookie = await new SignJWT(decodeJwt(body.idToken))
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: "JWT" })
    .setIssuer(`https://session.firebase.google.com/${context.projectId}`)
    .setIssuedAt(now)
    .setExpirationTime(now + duration)
    .sign(key.privateKey);
  return { sessionCookie };
}
