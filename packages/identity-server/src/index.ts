export { ApiError, type ApiErrorCode } from "./errors/api-error.ts";
export { InvalidTokenError, UnknownKeyError } from "./errors/token-errors.ts";
export { UnavailableError } from "./errors/unavailable-error.ts";
export { type SessionUser, sessionHandlers } from "./handlers.ts";
export type { Audit, Observe, Operation, SessionEvent } from "./observe.ts";
export type { OnSessionChange, SessionChange } from "./sessions/session-change.ts";
export type { SessionOptions } from "./sessions/sessions.ts";
export { memoryStore } from "./stores/memory-store.ts";
export { POSTGRES_SCHEMA } from "./stores/postgres-schema.ts";
export { postgresStore, type Query } from "./stores/postgres-store.ts";
export type { SessionLimits, SessionStore } from "./stores/session-store.ts";
export {
  createTokenVerifier,
  type TokenVerifier,
  type TokenVerifierOptions,
  type VerifiedToken,
} from "./tokens/id-token.ts";
export { requireRecentSignIn } from "./tokens/recent-sign-in.ts";
