/** What only this repository's server and tests use; not part of the package. */
export { ApiError, apiErrorOf, invalidArgument } from "./errors/api-error.ts";
export { errorTexts } from "./errors/error-texts.ts";
export { InvalidTokenError } from "./errors/token-errors.ts";
export { UnavailableError } from "./errors/unavailable-error.ts";
export { failure, success } from "./http/envelope.ts";
export { FORM_TYPE, MAX_BODY_BYTES, partsOf, readForm, readJson } from "./http/read-json.ts";
export {
  clearCookie,
  cookieIn,
  hashOf,
  newSecret,
  secretIn,
  setCookie,
  setCookieOf,
} from "./http/session-cookie.ts";
export { within } from "./http/within.ts";
export { BrokenSealError, createSealer, type Place, type Sealer } from "./sessions/sealing.ts";
export { RELEASE_ENDPOINTS, SESSION_ENDPOINTS } from "./sessions/session-endpoints.ts";
export { createSessions, type Sessions } from "./sessions/sessions.ts";
export { createTokenService, type PostForm, postWith } from "./sessions/token-service.ts";
export type { ClaimedRow, Statement } from "./stores/postgres-store.ts";
