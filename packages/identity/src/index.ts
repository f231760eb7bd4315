/**
 * Accounts, sessions and sign-in with Google's Identity Toolkit, without its SDK.
 * @module
 */
export { reload } from "./account/profile.ts";
export { signInWithPassword, signUp } from "./account/sign-in.ts";
export { endSession, getIdToken, getIdTokenClaims, signOut } from "./account/token.ts";
export { createIdentityClient } from "./client.ts";
export type { IdentityClient } from "./client-parts.ts";
export { type ErrorClass, errorClass, type IdentityErrorCode } from "./error-codes.ts";
export { IdentityError } from "./errors.ts";
export type { LifecycleEvent, WakeCause } from "./events.ts";
export type { IdentityClientOptions, Platform } from "./options.ts";
export { indexedDbPersistence } from "./persistence/indexed-db.ts";
export { memoryPersistence } from "./persistence/memory.ts";
export type { Persistence, PersistenceKind } from "./persistence/persistence.ts";
export { sessionStoragePersistence } from "./persistence/session-storage.ts";
export type { IdTokenClaims } from "./session/claims.ts";
export type { IdentityState } from "./session/identity-state.ts";
export type { SignOutReason } from "./session/stored-record.ts";
export type { EnrolledFactor, ProviderInfo, User } from "./user.ts";
export { watchStoredSession } from "./watch.ts";
