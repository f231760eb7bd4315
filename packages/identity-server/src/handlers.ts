import { decodeJwt } from "jose";
import * as v from "valibot";
import { apiErrorOf, failureResponse, TokenRefusal } from "./errors/errors.ts";
import { endpointOf, routeOf } from "./http/route.ts";
import type { Audit } from "./observe.ts";
import { isAccepted, type OpenSession, readBrowserSessions } from "./sessions/browser-sessions.ts";
import { RELEASE_ENDPOINTS, SESSION_ENDPOINTS } from "./sessions/session-endpoints.ts";
import { createSessions, type SessionOptions } from "./sessions/session-keeper.ts";
import type { TokenVerifierOptions } from "./tokens/id-token.ts";
import { createLocalTokenVerifier } from "./tokens/local-services-time.ts";

const PURGE_EVERY_MS = 10_000;

/** What a page that is rendered on the server shows of its user. */
export type SessionUser = {
  uid: string;
  name: string | undefined;
  email: string | undefined;
  isEmailVerified: boolean;
};

const Claim = v.fallback(v.optional(v.string()), undefined);
const UserClaims = v.object({
  sub: v.string(),
  name: Claim,
  email: Claim,
  email_verified: v.fallback(v.optional(v.boolean(), false), false),
});

/**
 * The endpoints of sessions that a server keeps for its pages.
 * @param options.clientOf the network address that refusals count against; without it, all clients count as one
 * @throws never; `handle` resolves to a response also for errors, `getSession` rejects with what the store rejects with,
 * `getIdToken` and `getUser` also with UnavailableError, `verifyIdToken` with InvalidTokenError, UnknownKeyError or UnavailableError
 */
export function sessionHandlers(
  options: SessionOptions &
    Pick<TokenVerifierOptions, "projectId" | "localServices" | "keysUrl" | "fetchKeys" | "now"> & {
      clientOf?: (request: Request) => string;
      audit?: Audit;
    },
) {
  const { clientOf = () => "", audit = () => undefined } = options;
  const tokens = createLocalTokenVerifier(options);
  const sessions = createSessions({ ...options, tokens });
  const routes = sessions.mode === "server" ? SESSION_ENDPOINTS : RELEASE_ENDPOINTS;
  let purgedAt = Number.NEGATIVE_INFINITY;
  const openSession = async (request: Request): Promise<OpenSession | undefined> => {
    const opened = await readBrowserSessions(sessions, request);
    return sessions.binding.open(request, opened.findLast(isAccepted));
  };
  /**
   * An ID token for the user of that session, for code on the server that calls Google or renders as this user.
   * Undefined in the same cases as `getSession`. Within five seconds, calls share one exchange.
   * @throws UnavailableError if the token service does not respond; what the store throws
   */
  const getIdToken = async (request: Request): Promise<string | undefined> => {
    const session = await openSession(request);
    try {
      return session && (await sessions.exchange(session, "")).idToken;
    } catch (error) {
      if (error instanceof TokenRefusal) return undefined;
      throw error;
    }
  };
  const toRefusalResponse = (error: unknown): Response => {
    const apiError = apiErrorOf(error);
    // A bound session's request without its proof is no fault of this server.
    if (apiError.status >= 500 && apiError !== error) sessions.onFault(error);
    if ([401, 403].includes(apiError.status)) audit("credential.refused", { code: apiError.code });
    return failureResponse(apiError);
  };

  return {
    /** Answers a page's request to `/api/session…`; undefined for every other address. */
    async handle(request: Request): Promise<Response | undefined> {
      const path = routeOf(routes, new URL(request.url).pathname);
      if (path === undefined) return undefined;
      if (performance.now() - purgedAt >= PURGE_EVERY_MS) {
        purgedAt = performance.now();
        sessions.store.purge().catch(sessions.onFault);
      }
      try {
        const call = { request, client: clientOf(request), audit };
        return await endpointOf(routes, path, request)({ sessions }, call);
      } catch (error) {
        return toRefusalResponse(error);
      }
    },
    /**
     * The session that the browser's page uses, for a page that is rendered on the server: a sign-in counts from the
     * page's first exchange. Undefined also for a bound session without the browser's proof. A cookie does not prove
     * that the site's page sent the request, so a change needs an ID token.
     * @throws what the store throws
     */
    async getSession(request: Request): Promise<{ id: string; uid: string } | undefined> {
      const session = await openSession(request);
      return session && { id: session.id, uid: session.uid };
    },
    getIdToken,
    /**
     * The user of that session, from the claims of such an ID token: enough for a greeting.
     * @throws UnavailableError if the token service does not respond; what the store throws
     */
    async getUser(request: Request): Promise<SessionUser | undefined> {
      const idToken = await getIdToken(request);
      if (idToken === undefined) return undefined;
      const claims = v.parse(UserClaims, decodeJwt(idToken));
      const { name, email, email_verified: isEmailVerified } = claims;
      return { uid: claims.sub, name, email, isEmailVerified };
    },
    /** @throws InvalidTokenError; UnknownKeyError or UnavailableError if the token cannot be judged */
    verifyIdToken: tokens.verifyIdToken,
  };
}
