/** POST takes a refresh token into custody, PUT says that the page uses the session, and DELETE ends it. */
export const SESSION_PATH = "/api/session";
/** Exchanges the refresh token in custody for an ID token. */
export const SESSION_TOKEN_PATH = "/api/session/token";
/** Returns a refresh token, after a site went back to sessions in the browser. */
export const SESSION_RELEASE_PATH = "/api/session/release";
/** Where a browser registers the key that a session is bound to; the browser itself sends this request. */
export const SESSION_BINDING_PATH = "/api/session/binding";
/** Where a browser proves that it has the key of a session; the browser itself sends this request. */
export const SESSION_PROOF_PATH = "/api/session/proof";
/** The sessions of the cookie's account. */
export const SESSIONS_PATH = "/api/sessions";
/** `DELETE /api/session?everywhere` ends all sessions of a deleted account. */
export const EVERYWHERE_PARAMETER = "everywhere";
/** `DELETE /api/session?replaced` is a sign-out: it also ends the session that this one replaced. */
export const REPLACED_PARAMETER = "replaced";
/** `POST /api/session?moved` hands over a session that the browser kept until now. */
export const MOVED_PARAMETER = "moved";
/** `DELETE /api/sessions?others` ends all sessions except the cookie's. */
export const OTHER_SESSIONS_PARAMETER = "others";

/** The ID of the page's session, or {@link NEW_SESSION}. Other sites' forms and images cannot send it. */
export const SESSION_HEADER = "x-session";
export const NEW_SESSION = "new";
