import { type Device, deviceOf } from "@tallybin/contract/device";
import type { SessionList } from "@tallybin/contract/session-list";
import * as paths from "@tallybin/contract/sessions";
import * as v from "valibot";
import { ForgedProofError } from "../binding/proof.ts";
import {
  ApiError,
  InvalidTokenError,
  invalidArgument,
  SESSION_ENDED,
  successResponse,
  TokenRefusal,
  UnknownKeyError,
} from "../errors/errors.ts";
import { readJson } from "../http/read-json.ts";
import type { Routes } from "../http/route.ts";
import { hashSecret, sessionCookieHeader, sessionMarkOf } from "../http/session-cookie.ts";
import type { Audit } from "../observe.ts";
import {
  type BrowserSession,
  isAccepted,
  type OpenSession,
  readBrowserSessions,
  replacedBy,
} from "./browser-sessions.ts";
import type { Sessions } from "./session-keeper.ts";

const Token = v.pipe(v.string(), v.minLength(1));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Turns = v.pipe(Count, v.maxValue(2 ** 31 - 1));
const Place = v.object({
  stamp: Count,
  generation: v.pipe(v.string(), v.maxLength(128)),
  change: Turns,
  turn: Turns,
});
const HandOverBody = v.object({ idToken: Token, refreshToken: Token, place: Place });
const TokenBody = v.object({ held: v.optional(v.pipe(v.string(), v.maxLength(64)), "") });
const SessionId = v.pipe(v.string(), v.uuid());

const NO_STORE = { "cache-control": "no-store" };

const deviceOfRequest = ({ headers }: Request): Device => deviceOf(headers.get("user-agent") ?? "");

const permissionDeniedError = (message: string): ApiError => new ApiError(403, "permission-denied", message);

/**
 * The session that a page of exactly this origin names. Checks the header that only a script of the origin can send,
 * `Origin`, and Fetch Metadata. `SameSite=Strict` alone would let other ports and subdomains pass. @throws ApiError 403
 */
function requireOwnPage({ headers, method }: Request, origin: string): string {
  const named = headers.get(paths.SESSION_HEADER);
  if (named === null) throw permissionDeniedError(`The header ${paths.SESSION_HEADER} is missing.`);
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  // Browsers omit `Origin` from a GET within one origin.
  const from = headers.get("origin") ?? (method === "GET" ? origin : undefined);
  if (site !== "same-origin" || from !== origin) throw permissionDeniedError(`Open the site at ${origin}.`);
  return named;
}

/** A request with the address that it counts against. */
export type Call = { request: Request; client: string; audit: Audit };
export type Endpoint = (context: { sessions: Sessions | undefined }, call: Call) => Promise<Response>;
/** A call of a page of this origin: the session that the page names, and those that the browser's cookies open. */
type PageCall = { sessions: Sessions; call: Call; named: string; opened: readonly BrowserSession[] };

/** An endpoint of the sessions. Definite codes have the token service's format: a client parses both with one table. */
const createEndpoint =
  (work: (sessions: Sessions, call: Call) => Promise<Response>): Endpoint =>
  async ({ sessions }, call) => {
    if (!sessions) throw new ApiError(404, "not-found", "There is nothing at this address.");
    try {
      return await work(sessions, call);
    } catch (error) {
      const isRefusal = error instanceof TokenRefusal || error instanceof InvalidTokenError;
      const code = isRefusal || error instanceof ForgedProofError ? error.code : undefined;
      if (code !== undefined) call.audit("credential.refused", { code });
      if (code !== undefined || error instanceof UnknownKeyError) await sessions.countRefusal(call.client);
      if (code === undefined) throw error;
      return Response.json({ error: { code: 400, message: code } }, { status: 400, headers: NO_STORE });
    }
  };

const createPageEndpoint = (work: (page: PageCall) => Promise<Response>): Endpoint =>
  createEndpoint(async (sessions, call) => {
    const named = requireOwnPage(call.request, sessions.origin);
    return work({ sessions, call, named, opened: await readBrowserSessions(sessions, call.request) });
  });

/**
 * The session that the page names, if a cookie opens it and the browser proves its key.
 * @throws TokenRefusal if there is none; ApiError 503 without the proof of a bound session
 */
async function requireSession({ sessions, call, named, opened }: PageCall): Promise<OpenSession> {
  const own = opened.find(({ id }) => id === named);
  if (!own) throw new TokenRefusal(SESSION_ENDED);
  return sessions.binding.require(call.request, own, call.audit);
}

const createOwnEndpoint = (work: (page: PageCall, own: OpenSession) => Promise<Response>): Endpoint =>
  createPageEndpoint(async (page) => work(page, await requireSession(page)));

/** The headers of a response after which these sessions have ended. @param next the browser's new cookie, if any */
function headersAfter(
  { origin, store }: Sessions,
  ended: readonly BrowserSession[],
  next?: { id: string; secret: string },
): Headers {
  const headers = new Headers(NO_STORE);
  for (const { id } of ended) headers.append("set-cookie", sessionCookieHeader(origin, id, "", 0));
  const lasting = next && sessionCookieHeader(origin, next.id, next.secret, store.lifetimeSeconds);
  if (lasting) headers.append("set-cookie", lasting);
  return headers;
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Notes that a page uses a session, and ends those that it replaces. Returns the headers of the response. */
async function acceptSession(page: PageCall, own: OpenSession): Promise<Headers> {
  const replaced = replacedBy(own, page.opened);
  if (!isAccepted(own) || replaced.length > 0) await page.sessions.store.accept(own.id, idsOf(replaced));
  return headersAfter(page.sessions, replaced);
}

/** POST /api/session: takes the tokens of a sign-in, or the next tokens of a session, into custody. */
const postSession = createPageEndpoint(async (page) => {
  const { sessions, opened, named } = page;
  const { request, audit } = page.call;
  const body = v.safeParse(HandOverBody, await readJson(request));
  if (!body.success) throw invalidArgument("The body must hold an ID token, a refresh token and a place.");
  const renewed = opened.some(({ id }) => id === named) ? await requireSession(page) : undefined;
  const isMoved = new URL(request.url).searchParams.has(paths.MOVED_PARAMETER);
  const device = deviceOfRequest(request);
  const { id, secret, ...owner } = await sessions.handOver({ ...body.output, device, isMoved, renewed });
  const how = id === renewed?.id ? "renewed" : isMoved ? "moved" : "signed-in";
  audit("session.handed-over", { session: sessionMarkOf(id), renewed: how === "renewed" });
  const headers = headersAfter(sessions, [], { id, secret });
  // A hand-over without an offer is complete: the session stays unbound.
  const offer = await sessions.binding.offer(hashSecret(secret)).catch(sessions.onFault);
  for (const [name, value] of Object.entries(offer ?? {})) headers.set(name, value);
  await sessions.report({ ...owner, kind: "handed-over", session: id, device, how, request, headers });
  return Response.json({ session: id }, { headers });
});

/** PUT /api/session: the page has stored the session. Its first exchange says the same, if this request is lost. */
const putSession = createOwnEndpoint(
  async (page, own) => new Response(null, { status: 204, headers: await acceptSession(page, own) }),
);

/** POST /api/session/token: the token service's response, without the refresh token. */
const postToken = createOwnEndpoint(async (page, own) => {
  const { sessions } = page;
  const body = v.safeParse(TokenBody, await readJson(page.call.request));
  if (!body.success) throw invalidArgument('"held" must be the end of an ID token.');
  const { idToken, expiresInSeconds } = await sessions
    .exchange(own, body.output.held)
    .catch(async (error) => {
      // The page has ended with its session, so it returns to none before.
      if (error instanceof TokenRefusal) await sessions.store.end(idsOf(replacedBy(own, page.opened)));
      throw error;
    });
  return Response.json(
    { id_token: idToken, expires_in: String(expiresInSeconds), token_type: "Bearer" },
    { headers: await acceptSession(page, own) },
  );
});

/**
 * DELETE /api/session: ends a session that the page has not accepted; with `?replaced`, also those that it replaces;
 * with `?everywhere`, ends all sessions of the account. An ended session is no error. A browser that has lost its key
 * can still sign itself out.
 */
const deleteSession = createPageEndpoint(async (page) => {
  const { call, opened, named } = page;
  const { store, report } = page.sessions;
  const own = opened.find(({ id }) => id === named);
  if (!own) return new Response(null, { status: 204, headers: NO_STORE });
  const { searchParams } = new URL(call.request.url);
  const facts = { uid: own.uid, device: deviceOfRequest(call.request) };
  let ended = [own];
  if (searchParams.has(paths.EVERYWHERE_PARAMETER)) {
    await requireSession(page);
    const rows = await store.list(own.uid);
    ended = opened.filter(({ uid }) => uid === own.uid);
    await store.end(idsOf(rows));
    call.audit("session.ended-everywhere", { session: sessionMarkOf(own.id), ended: rows.length });
    await report({ kind: "account-deleted", ...facts });
  } else if (searchParams.has(paths.REPLACED_PARAMETER)) {
    ended = [own, ...replacedBy(own, opened)];
    await store.end(idsOf(ended));
    await report({ kind: "signed-out", ...facts });
  } else await store.end([own.id]);
  return new Response(null, { status: 204, headers: headersAfter(page.sessions, ended) });
});

/** POST /api/session/release: returns the refresh token to a browser that will keep it again. */
const postRelease = createOwnEndpoint(async (page, own) => {
  const refresh_token = await page.sessions.release(own);
  return Response.json({ refresh_token }, { headers: await acceptSession(page, own) });
});

/** GET /api/sessions: the account's sessions, this one first. */
const getSessions = createOwnEndpoint(async ({ sessions }, own) => {
  const rows = await sessions.store.list(own.uid);
  const list: SessionList = {
    sessions: rows
      // Field by field, because an application's store may return more columns, such as the hash of a secret.
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

/** Ends sessions of the account, and reports each to the application. */
async function endElsewhere(
  { sessions, call: { request, audit } }: PageCall,
  own: OpenSession,
  isEnding: (id: string) => boolean,
  message: string,
): Promise<Response> {
  const rows = await sessions.store.list(own.uid);
  const devices = await sessions.store.end(idsOf(rows).filter(isEnding));
  for (const device of devices)
    await sessions.report({ kind: "ended", uid: own.uid, device, by: deviceOfRequest(request) });
  audit("session.ended-elsewhere", { session: sessionMarkOf(own.id), ended: devices.length });
  return successResponse({ ended: devices.length }, message);
}

/** DELETE /api/sessions?others: signs the account out on all other devices. */
const deleteOthers = createOwnEndpoint(async (page, own) => {
  if (!new URL(page.call.request.url).searchParams.has(paths.OTHER_SESSIONS_PARAMETER))
    throw invalidArgument(`Say ?${paths.OTHER_SESSIONS_PARAMETER}, or name one session.`);
  return endElsewhere(page, own, (id) => id !== own.id, "Signed out everywhere else.");
});

/** DELETE /api/sessions/{id}: ends one session of the account; an ended session is no error. */
const deleteOne = createOwnEndpoint(async (page, own) => {
  const one = new URL(page.call.request.url).pathname.slice(paths.SESSIONS_PATH.length + 1);
  if (!v.is(SessionId, one)) throw invalidArgument("That is not the ID of a session.");
  return endElsewhere(page, own, (id) => id === one, "Signed out there.");
});

/** POST /api/session/binding: a browser registers the key that it was asked for. */
const postBinding = createEndpoint((sessions, { request, audit }) =>
  sessions.observe({ kind: "session", name: "bind" }, async () =>
    sessions.binding.register(request, await readBrowserSessions(sessions, request), audit),
  ),
);

/** POST /api/session/proof: a browser proves that it has the key of a session. */
const postProof = createEndpoint((sessions, { request }) =>
  sessions.observe({ kind: "session", name: "prove" }, async () =>
    sessions.binding.refresh(request, await readBrowserSessions(sessions, request)),
  ),
);

/** The endpoints of a site that keeps sessions on the server (`SESSIONS=server`). */
export const SESSION_ENDPOINTS: Routes<Endpoint> = {
  [paths.SESSION_PATH]: { POST: postSession, PUT: putSession, DELETE: deleteSession },
  [paths.SESSION_TOKEN_PATH]: { POST: postToken },
  [paths.SESSION_BINDING_PATH]: { POST: postBinding },
  [paths.SESSION_PROOF_PATH]: { POST: postProof },
  [paths.SESSIONS_PATH]: { GET: getSessions, DELETE: deleteOthers },
  [`${paths.SESSIONS_PATH}/:id`]: { DELETE: deleteOne },
};

/** The endpoints of a site that went back to sessions in the browser. None takes tokens into custody. */
export const RELEASE_ENDPOINTS: Routes<Endpoint> = {
  [paths.SESSION_PATH]: { DELETE: deleteSession },
  [paths.SESSION_RELEASE_PATH]: { POST: postRelease },
  [paths.SESSION_PROOF_PATH]: { POST: postProof },
};
