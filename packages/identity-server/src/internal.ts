export { errorTexts } from "./errors/error-texts.ts";
/** What only this repository's server and tests use; not part of the package. */
export {
  ApiError,
  apiErrorOf,
  failureResponse,
  InvalidTokenError,
  invalidArgument,
  successResponse,
  UnavailableError,
} from "./errors/errors.ts";
export { FORM_TYPE, headerPartsOf, MAX_BODY_BYTES, readForm, readJson } from "./http/read-json.ts";
export {
  cookieValueIn,
  createSecret,
  hashSecret,
  sessionCookieHeader,
  sessionSecretsIn,
  setCookieHeaderOf,
} from "./http/session-cookie.ts";
export { resolveWithin } from "./http/within.ts";
export { BrokenSealError, type Cell, createSealer, type Sealer } from "./sessions/sealing.ts";
export { RELEASE_ENDPOINTS, SESSION_ENDPOINTS } from "./sessions/session-endpoints.ts";
export { createSessions, type Sessions } from "./sessions/session-keeper.ts";
export { createTokenService } from "./sessions/token-service.ts";
export type { ClaimedRow, Statement } from "./stores/postgres-store.ts";
export { createTokenVerifier, MAX_TOKEN_BYTES } from "./tokens/id-token.ts";
