import * as paths from "@tallybin/contract/sessions";
import { errorTexts } from "../errors/error-texts.ts";
import { ApiError, SESSION_ENDED, TokenRefusal } from "../errors/errors.ts";
import {
  cookieFormatOf,
  cookieValueIn,
  createSecret,
  hashSecret,
  sessionMarkOf,
  setCookieHeaderOf,
} from "../http/session-cookie.ts";
import type { Audit } from "../observe.ts";
import type { BrowserSession, OpenSession } from "../sessions/browser-sessions.ts";
import type { SessionStore } from "../stores/session-store.ts";
import { createChallenges } from "./challenges.ts";
import { OFFERED, readRefreshProof, readRegistrationProof } from "./proof.ts";

/**
 * Which requests the browser sends only after it has proved its key. `requests`: the requests to the session
 * endpoints. `pages`: all requests of the origin, for pages that are rendered on the server. `off`: no browser is
 * asked for a key, and no session needs one.
 */
export type BindingMode = "requests" | "pages" | "off";

const PROOF_HEADER = "secure-session-response";
/** Scripts cannot send it, because its name begins with `Sec-`. */
const ID_HEADER = "sec-secure-session-id";
const NO_STORE = { "cache-control": "no-store" };
const PROOF_SECONDS = 600;
/** A browser that neither proves its key nor reports why it cannot, for this long, counts as having lost its key. */
const LOST_MS = 3_600_000;
const SKIPPED = /^(unreachable|server_error|quota_exceeded)\b/;

/** The requests to the session endpoints. A later rule overrides an earlier one (draft, §7.2). */
const REQUESTS = [
  { type: "exclude", domain: "*", path: "/" },
  { type: "include", domain: "*", path: paths.SESSION_PATH },
  { type: "include", domain: "*", path: paths.SESSIONS_PATH },
];

/**
 * Device Bound Session Credentials: a session that is bound to a key of the browser needs a short cookie beside its
 * long one, and only a signature by that key gives the next short cookie. Other browsers ignore the offer.
 * @see https://w3c.github.io/webappsec-dbsc/
 */
export function createBinding(
  store: SessionStore,
  secrets: readonly [string, ...string[]],
  origin: string,
  mode: BindingMode,
) {
  const challenges = createChallenges(secrets);
  const cookieNameOf = (id: string): string => `bound-${id.slice(0, 8)}`;
  const shortCookieHeader = (id: string, value: string, seconds: number): string =>
    setCookieHeaderOf(origin, { name: cookieNameOf(id), value, seconds });

  /** The browser sends these requests itself, some without an origin; a page of another site cannot send one. */
  function refuseCrossOriginRequest({ headers }: Request): void {
    const site = headers.get("sec-fetch-site") ?? "none";
    if (!["same-origin", "none"].includes(site) || (headers.get("origin") ?? origin) !== origin)
      // Not status 403, because a browser answers it with another signature.
      throw new ApiError(400, "invalid-argument", `Open the site at ${origin}.`);
  }

  /** Stores the proof of a signed challenge. @returns the headers of its short cookie; undefined if it is not good now */
  async function storeProof(own: BrowserSession, key: string, challenge: string | undefined) {
    const challengedMs = challenges.issuedAt(challenge, own);
    if (challengedMs === undefined) return undefined;
    const secret = createSecret();
    const proofEndsMs = Math.trunc(own.nowMs) + PROOF_SECONDS * 1_000;
    const proof = { key, challengedMs, proofHash: hashSecret(secret), proofEndsMs };
    // A challenge is valid for one proof, and only until a proof of a later challenge.
    if (!(await store.prove(own.id, own.key, proof))) return undefined;
    return { ...NO_STORE, "set-cookie": shortCookieHeader(own.id, secret, PROOF_SECONDS) };
  }

  function checkProof(request: Request, { id, key, proofHash, proofEndsMs, nowMs }: BrowserSession) {
    if (mode === "off" || key === null) return { isProven: true, isLost: false };
    const value = cookieValueIn(request, origin, cookieNameOf(id));
    const silentMs = nowMs - (proofEndsMs ?? 0);
    const isProven = silentMs < 0 && hashSecret(value ?? "") === proofHash;
    // A browser that sends a short cookie has its key. The cookie may have arrived late, because the machine slept.
    const isLost = value === undefined && silentMs > LOST_MS;
    return { isProven, isLost };
  }

  return {
    open: (request: Request, own: BrowserSession | undefined): OpenSession | undefined =>
      own && checkProof(request, own).isProven ? (own as OpenSession) : undefined,
    /** The headers of a hand-over's response that ask a browser for a key; none if the session has one. */
    async offer(secretHash: string): Promise<Record<string, string>> {
      const [found] = mode === "off" ? [] : await store.find([secretHash]);
      if (found?.key !== null) return {};
      const [path, challenge] = [paths.SESSION_BINDING_PATH, challenges.issue(found)].map(printString);
      return { "secure-session-registration": `${OFFERED};path=${path};challenge=${challenge}` };
    },
    /**
     * Refuses a bound session's request without the short cookie. That is a temporary failure: the browser may have
     * skipped a refresh, and the session stays. A browser that has lost its key loses the session.
     * @throws ApiError 503; TokenRefusal
     */
    async require(request: Request, own: BrowserSession, audit: Audit): Promise<OpenSession> {
      const { isProven, isLost } = checkProof(request, own);
      if (mode === "off" && own.key !== null) await store.prove(own.id, own.key, null);
      if (isProven) return own as OpenSession;
      const skipped = SKIPPED.exec(request.headers.get("secure-session-skipped") ?? "")?.[1];
      audit("session.unproven", { session: sessionMarkOf(own.id), skipped: skipped ?? "no" });
      if (skipped === undefined && isLost) throw new TokenRefusal(SESSION_ENDED);
      // Remove the rejected cookie, because a browser that has any short cookie does not refresh it.
      const headers = { "retry-after": "10", "set-cookie": shortCookieHeader(own.id, "", 0) };
      throw new ApiError(503, "unavailable", errorTexts.unavailable, headers);
    },
    /**
     * Binds a session of the browser to its key, once: a bound session keeps its key. The challenge says which one.
     * @throws ForgedProofError; TokenRefusal; ApiError 400. A browser forgets its new key after each of them
     */
    async register(request: Request, opened: readonly BrowserSession[], audit: Audit): Promise<Response> {
      refuseCrossOriginRequest(request);
      if (opened.length === 0 || mode === "off") throw new TokenRefusal(SESSION_ENDED);
      const jwt = parseString(request.headers.get(PROOF_HEADER)) ?? "";
      const { key, challenge } = await readRegistrationProof(jwt);
      for (const own of opened) {
        const { id } = own;
        const headers = own.key === null ? await storeProof(own, key, challenge) : undefined;
        if (!headers) continue;
        audit("session.bound", { session: sessionMarkOf(id) });
        const instructions = {
          session_identifier: id,
          refresh_url: paths.SESSION_PROOF_PATH,
          scope: { include_site: false, scope_specification: mode === "pages" ? [] : REQUESTS },
          credentials: [{ type: "cookie", ...cookieFormatOf(origin, cookieNameOf(id)) }],
        };
        return Response.json(instructions, { headers });
      }
      throw new ApiError(400, "invalid-argument", "This session takes no key now.");
    },
    /**
     * Gives the next short cookie for a signature. Status 403 with a challenge asks for a signature, and
     * `continue: false` ends a binding that is not needed. After any other 4xx, a browser gives its binding up.
     * @throws ForgedProofError; TokenRefusal; ApiError 400; what the store throws, which must become a 5xx
     */
    async refresh(request: Request, opened: readonly BrowserSession[]): Promise<Response> {
      refuseCrossOriginRequest(request);
      const named = parseString(request.headers.get(ID_HEADER));
      const own = opened.find(({ id }) => id === named);
      if (!own) throw new TokenRefusal(SESSION_ENDED);
      const { id, key } = own;
      if (mode === "off" && key !== null) await store.prove(id, key, null);
      if (mode === "off" || key === null)
        return Response.json({ session_identifier: id, continue: false }, { headers: NO_STORE });
      const jwt = parseString(request.headers.get(PROOF_HEADER));
      const challenge = jwt === undefined ? undefined : await readRefreshProof(jwt, key);
      const proven = await storeProof(own, key, challenge);
      if (proven) return new Response(null, { headers: proven });
      const [next, name] = [challenges.issue(own), id].map(printString);
      const headers = { ...NO_STORE, "secure-session-challenge": `${next};id=${name}` };
      return new Response(null, { status: 403, headers });
    },
  };
}

/** A String of RFC 9651 §3.3.3, with any parameters after it. A String holds printable ASCII only. */
const STRING = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *(?:;.*)?$/;
/** Chromium 156 sends its proof and the session's ID without the quotes of the draft. */
const BARE = /^[\w.-]+$/;

/** The String that a browser's header holds; undefined if there is none (RFC 9651 §4.2.5). Ignores its parameters. */
export function parseString(value: string | null): string | undefined {
  const text = value ?? "";
  return BARE.test(text) ? text : STRING.exec(text)?.[1]?.replace(/\\(["\\])/g, "$1");
}

/** A text of printable ASCII as a String of RFC 9651. */
export const printString = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
