import { type Device, deviceOf } from "@tallybin/contract/device";
import {
  EVERYWHERE_PARAMETER,
  MOVED_PARAMETER,
  NEW_SESSION,
  OTHER_SESSIONS_PARAMETER,
  REPLACED_PARAMETER,
  SESSION_BINDING_PATH,
  SESSION_HEADER,
  SESSION_PATH,
  SESSION_PROOF_PATH,
  SESSION_RELEASE_PATH,
  SESSION_TOKEN_PATH,
  SESSIONS_PATH,
  type SessionList,
} from "@tallybin/contract/sessions";
import * as v from "valibot";
import { ForgedProofError } from "../binding/proof.ts";
import { ApiError, invalidArgument } from "../errors/api-error.ts";
import { InvalidTokenError, TokenRefusal, UnknownKeyError } from "../errors/token-errors.ts";
import { successResponse } from "../http/envelope.ts";
import { readJson } from "../http/read-json.ts";
import {
  clearSessionCookieHeader,
  hashSecret,
  sessionSecretIn,
  setSessionCookieHeader,
} from "../http/session-cookie.ts";
import type { Audit } from "../observe.ts";
import type { OpenSession, Presented } from "../stores/session-store.ts";
import type { Sessions } from "./sessions.ts";
import { SESSION_ENDED } from "./token-service.ts";

const Token = v.pipe(v.string(), v.minLength(1), v.maxLength(8_192));
const HandOverBody = v.object({ idToken: Token, refreshToken: Token });
const TokenBody = v.object({ held: v.optional(v.pipe(v.string(), v.maxLength(64)), "") });
const SessionId = v.pipe(v.string(), v.uuid());

const NO_STORE = { "cache-control": "no-store" };

/** Errors have the token service's format, so that a client parses both with one table. */
const refusalResponse = (code: string): Response =>
  Response.json({ error: { code: 400, message: code } }, { status: 400, headers: NO_STORE });

const deviceOfRequest = ({ headers }: Request): Device => deviceOf(headers.get("user-agent") ?? "");

const permissionDeniedError = (message: string): ApiError => new ApiError(403, "permission-denied", message);

/**
 * The session that a page of exactly this origin names. Checks the header that only a script of the origin can send,
 * `Origin`, and Fetch Metadata. `SameSite=Strict` alone would let other ports and subdomains pass. @throws ApiError 403
 */
function requireOwnPage({ headers, method }: Request, origin: string): string {
  const meant = headers.get(SESSION_HEADER);
  if (meant === null) throw permissionDeniedError(`The header ${SESSION_HEADER} is missing.`);
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw permissionDeniedError(`Open the site at ${origin}.`);
  const from = headers.get("origin");
  // Browsers omit it from a GET within one origin.
  if (from === null ? method !== "GET" : from !== origin)
    throw permissionDeniedError(`Open the site at ${origin}.`);
  return meant;
}

/** Names a session in the log. The session's ID is not logged, because it is half of what opens the session. */
const sessionMarkOf = (id: string): string => hashSecret(id).slice(0, 12);

/** A request with the address that it counts against. */
export type Call = { request: Request; client: string; audit: Audit };
export type Endpoint = (context: { sessions: Sessions | undefined }, call: Call) => Promise<Response>;
type Work = (sessions: Sessions, call: Call, meant: string) => Promise<Response>;

/** The code of a definite refusal. */
function refusalCodeOf(error: unknown): string | undefined {
  if (error instanceof TokenRefusal) return error.code;
  if (error instanceof InvalidTokenError) return "INVALID_ID_TOKEN";
  return error instanceof ForgedProofError ? "INVALID_PROOF" : undefined;
}

/** An endpoint of the sessions. Definite codes are returned in the token service's format. */
const createEndpoint =
  (work: (sessions: Sessions, call: Call) => Promise<Response>): Endpoint =>
  async ({ sessions }, call) => {
    if (!sessions) throw new ApiError(404, "not-found", "There is nothing at this address.");
    try {
      return await work(sessions, call);
    } catch (error) {
      const code = refusalCodeOf(error);
      if (code !== undefined) call.audit("credential.refused", { code });
      if (code !== undefined || error instanceof UnknownKeyError) await sessions.countRefusal(call.client);
      if (code === undefined) throw error;
      return refusalResponse(code);
    }
  };

/** An endpoint for pages of this origin only. */
const createPageEndpoint = (work: Work): Endpoint =>
  createEndpoint((sessions, call) => work(sessions, call, requireOwnPage(call.request, sessions.origin)));

/** The session that the request names, if any. */
function readPresentedSession({ origin }: Sessions, request: Request, meant: string): Presented | undefined {
  const secret = sessionSecretIn(request, origin);
  return secret && v.is(SessionId, meant) ? { id: meant, secretHash: hashSecret(secret) } : undefined;
}

/**
 * The session of the cookie, if it is the one that the page names, and if the browser proves its key.
 * @throws TokenRefusal if there is none; ApiError 503 without the proof of a bound session
 */
async function requireSession(
  sessions: Sessions,
  { request, audit }: Call,
  meant: string,
): Promise<OpenSession> {
  const own = readPresentedSession(sessions, request, meant);
  if (!own) throw new TokenRefusal(SESSION_ENDED);
  return sessions.binding.require(request, own, (skipped) =>
    audit("session.unproven", { session: sessionMarkOf(own.id), skipped }),
  );
}

/** POST /api/session: takes the tokens of a sign-in, or the next tokens of a session, into custody. */
const postSession = createPageEndpoint(async (sessions, call, meant) => {
  const { request, audit } = call;
  const { keeper, origin, store, tell, binding, onFault } = sessions;
  const body = v.safeParse(HandOverBody, await readJson(request));
  if (!body.success) throw invalidArgument("The body must hold an ID token and a refresh token.");
  const renewed = meant === NEW_SESSION ? undefined : await requireSession(sessions, call, meant);
  const isMoved = new URL(request.url).searchParams.has(MOVED_PARAMETER);
  const device = deviceOfRequest(request);
  const { id, secret, ...owner } = await keeper.handOver({
    ...{ ...body.output, device, isMoved },
    secret: sessionSecretIn(request, origin),
    renewedId: renewed?.id,
  });
  audit("session.handed-over", { session: sessionMarkOf(id), renewed: renewed !== undefined });
  // A hand-over without an offer is complete: the session stays unbound.
  const offer = await binding.offer({ id, secretHash: hashSecret(secret) }).catch(onFault);
  const headers = new Headers({
    ...{ ...NO_STORE, ...offer, "set-cookie": setSessionCookieHeader(origin, secret, store.lifetimeSeconds) },
  });
  const how = renewed ? "renewed" : isMoved ? "moved" : "signed-in";
  await tell({ ...owner, kind: "handed-over", session: id, device, how, request, headers });
  return Response.json({ session: id }, { headers });
});

/** POST /api/session/token: the token service's response, without the refresh token. */
const postToken = createPageEndpoint(async (sessions, call, meant) => {
  const body = v.safeParse(TokenBody, await readJson(call.request));
  if (!body.success) throw invalidArgument('"held" must be the end of an ID token.');
  const own = await requireSession(sessions, call, meant);
  const { idToken, expiresInSeconds } = await sessions.keeper.exchange(own, body.output.held);
  return Response.json(
    { id_token: idToken, expires_in: String(expiresInSeconds), token_type: "Bearer" },
    { headers: NO_STORE },
  );
});

/**
 * DELETE /api/session: ends a session that the page has not accepted, and keeps the session that it replaced; with
 * `?replaced`, ends both; with `?everywhere`, ends all sessions of the account. An ended session is no error. A
 * browser that has lost its key can still sign itself out.
 */
const deleteSession = createPageEndpoint(async (sessions, call, meant) => {
  const { request, audit } = call;
  const { store, origin, tell } = sessions;
  const own = readPresentedSession(sessions, request, meant);
  const found = own && (await store.find(own));
  if (!found) return new Response(null, { status: 204, headers: NO_STORE });
  const { searchParams } = new URL(request.url);
  if (searchParams.has(EVERYWHERE_PARAMETER)) {
    await requireSession(sessions, call, meant);
    const ended = (await store.endOthers(found.uid, null)).length;
    audit("session.ended-everywhere", { session: sessionMarkOf(own.id), ended });
    await tell({ kind: "account-deleted", uid: found.uid, device: deviceOfRequest(request) });
  } else if (searchParams.has(REPLACED_PARAMETER)) {
    await store.endOwn(own);
    await tell({ kind: "signed-out", uid: found.uid, device: deviceOfRequest(request) });
  } else await store.giveUp(own);
  const isUsed = await store.isOpening(own.secretHash);
  const headers = { ...NO_STORE, ...(isUsed ? {} : { "set-cookie": clearSessionCookieHeader(origin) }) };
  return new Response(null, { status: 204, headers });
});

/** POST /api/session/release: returns the refresh token to a browser that will keep it again. */
const postRelease = createPageEndpoint(async (sessions, call, meant) =>
  Response.json(
    { refresh_token: await sessions.keeper.release(await requireSession(sessions, call, meant)) },
    { headers: NO_STORE },
  ),
);

/** Reports each ended session to the application. Returns the number of ended sessions. */
async function reportEndedSessions(
  sessions: Sessions,
  request: Request,
  uid: string,
  ended: Device[],
): Promise<number> {
  for (const device of ended)
    await sessions.tell({ kind: "ended", uid, device, by: deviceOfRequest(request) });
  return ended.length;
}

/** GET /api/sessions: the account's sessions, this one first. */
const getSessions = createPageEndpoint(async (sessions, call, meant) => {
  const own = await requireSession(sessions, call, meant);
  const rows = await sessions.store.list(own.uid, own.id);
  const list: SessionList = {
    sessions: rows
      .map((row) => ({
        id: row.id,
        current: row.id === own.id,
        browser: row.browser,
        system: row.system,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        bound: row.bound,
      }))
      .sort((a, b) => Number(b.current) - Number(a.current)),
  };
  return successResponse(list, "The sessions of this account.");
});

/** DELETE /api/sessions?others: signs the account out on all other devices. */
const deleteOthers = createPageEndpoint(async (sessions, call, meant) => {
  const { request, audit } = call;
  if (!new URL(request.url).searchParams.has(OTHER_SESSIONS_PARAMETER))
    throw invalidArgument(`Say ?${OTHER_SESSIONS_PARAMETER}, or name one session.`);
  const own = await requireSession(sessions, call, meant);
  const devices = await sessions.store.endOthers(own.uid, own.id);
  const ended = await reportEndedSessions(sessions, request, own.uid, devices);
  audit("session.ended-elsewhere", { session: sessionMarkOf(own.id), ended });
  return successResponse({ ended }, "Signed out everywhere else.");
});

/** DELETE /api/sessions/{id}: ends one session of the account; an ended session is no error. */
const deleteOne = createPageEndpoint(async (sessions, call, meant) => {
  const { request, audit } = call;
  const own = await requireSession(sessions, call, meant);
  const id = new URL(request.url).pathname.slice(SESSIONS_PATH.length + 1);
  if (!v.is(SessionId, id)) throw invalidArgument("That is not the ID of a session.");
  const devices = await sessions.store.end(own.uid, id);
  const ended = await reportEndedSessions(sessions, request, own.uid, devices);
  audit("session.ended-elsewhere", { session: sessionMarkOf(own.id), ended });
  return successResponse({ ended }, "Signed out there.");
});

/** POST /api/session/binding: a browser registers the key that it was asked for. */
const postBinding = createEndpoint(({ binding, observe }, { request, audit }) =>
  observe({ kind: "session", name: "bind" }, () =>
    binding.register(request, (id) => audit("session.bound", { session: sessionMarkOf(id) })),
  ),
);

/** POST /api/session/proof: a browser proves that it has the key of a session. */
const postProof = createEndpoint(({ binding, observe }, { request }) =>
  observe({ kind: "session", name: "prove" }, () => binding.refresh(request)),
);

export type Endpoints = Record<string, Record<string, Endpoint>>;

/** The endpoints of a site that keeps sessions on the server (`SESSIONS=server`). */
export const SESSION_ENDPOINTS: Endpoints = {
  [SESSION_PATH]: { POST: postSession, DELETE: deleteSession },
  [SESSION_TOKEN_PATH]: { POST: postToken },
  [SESSION_BINDING_PATH]: { POST: postBinding },
  [SESSION_PROOF_PATH]: { POST: postProof },
  [SESSIONS_PATH]: { GET: getSessions, DELETE: deleteOthers },
  [`${SESSIONS_PATH}/:id`]: { DELETE: deleteOne },
};

/** The endpoints of a site that went back to sessions in the browser. None takes tokens into custody. */
export const RELEASE_ENDPOINTS: Endpoints = {
  [SESSION_PATH]: { DELETE: deleteSession },
  [SESSION_RELEASE_PATH]: { POST: postRelease },
  [SESSION_PROOF_PATH]: { POST: postProof },
};
