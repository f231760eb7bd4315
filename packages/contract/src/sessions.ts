import * as v from "valibot";

/** Takes a refresh token into custody, and ends the session of the cookie. */
export const SESSION_PATH = "/api/session";
/** Exchanges the refresh token in custody for an ID token. */
export const SESSION_TOKEN_PATH = "/api/session/token";
/** Gives a refresh token back, where a site returns to sessions that the browser holds. */
export const SESSION_RELEASE_PATH = "/api/session/release";
/** The sessions of the account that the cookie belongs to. */
export const SESSIONS_PATH = "/api/sessions";
/** `DELETE /api/session?everywhere` ends all sessions of an account, which was deleted. */
export const EVERYWHERE_PARAMETER = "everywhere";
/** `DELETE /api/sessions?others` ends all but the session of the cookie. */
export const OTHER_SESSIONS_PARAMETER = "others";

/**
 * The header that each of these calls carries: the ID of the session that the page means, or {@link NEW_SESSION}. No form
 * and no picture of another site can send it.
 */
export const SESSION_HEADER = "x-session";
export const NEW_SESSION = "new";

/** One session of an account, as its owner sees it. */
export const SessionEntry = v.object({
  id: v.string(),
  /** Whether the request came from this session. */
  current: v.boolean(),
  /** By name; absent where the browser does not say. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** ISO 8601. */
  createdAt: v.string(),
  lastUsedAt: v.string(),
});
export type SessionEntry = v.InferOutput<typeof SessionEntry>;

/** The data of `GET /api/sessions`: the current session first, the others by last use. */
export const SessionList = v.object({ sessions: v.array(SessionEntry) });
export type SessionList = v.InferOutput<typeof SessionList>;
