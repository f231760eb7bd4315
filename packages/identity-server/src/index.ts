export {
  ApiError,
  type ApiErrorCode,
  InvalidTokenError,
  UnavailableError,
  UnknownKeyError,
} from "./errors/errors.ts";
export { type SessionUser, sessionHandlers } from "./handlers.ts";
export type { Audit, Observe, Operation, SessionEvent } from "./observe.ts";
export type { OnSessionChange, SessionChange, SessionOptions } from "./sessions/session-keeper.ts";
export { memoryStore } from "./stores/memory-store.ts";
export { POSTGRES_SCHEMA, postgresStore, type Query } from "./stores/postgres-store.ts";
export type { SessionLimits, SessionStore } from "./stores/session-store.ts";
export type { TokenVerifier, TokenVerifierOptions, VerifiedToken } from "./tokens/id-token.ts";
export { requireRecentSignIn } from "./tokens/id-token.ts";
export { createLocalTokenVerifier as createTokenVerifier } from "./tokens/local-services-time.ts";
