import { decodeJwt } from "jose";
import { assert } from "../../http/api-error.ts";
import { defineOperation } from "../requests/requests.ts";
import { issueJwt, verifyIdToken } from "../tokens/tokens.ts";

const MIN_S = 5 * 60;
const MAX_S = 14 * 24 * 3600;

/**
 * Makes a session cookie from an ID token, for servers with their own sessions.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects/createSessionCookie
 */
export const createSessionCookie = defineOperation("createSessionCookie", async (context, body) => {
  assert(body.idToken, "MISSING_ID_TOKEN");
  const duration = Number(body.validDuration) || MAX_S;
  assert(duration >= MIN_S && duration <= MAX_S, "INVALID_DURATION");
  await verifyIdToken(context, body.idToken);
  const now = Math.floor(context.clock.now() / 1000);
  const sessionCookie = await issueJwt(context, {
    ...decodeJwt(body.idToken),
    iss: `https://session.firebase.google.com/${context.projectId}`,
    iat: now,
    exp: now + duration,
  });
  return { sessionCookie };
});
