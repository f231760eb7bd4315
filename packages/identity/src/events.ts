import type { IdentityErrorCode, SignOutReason } from "./errors/identity-error.ts";
import type { PersistenceKind } from "./persistence/persistence.ts";
import type { PopupPhase } from "./popup/lifecycle.ts";
import type { ProviderId } from "./user.ts";

export type WakeCause = "visible" | "online" | "page-shown" | "timer-late" | "clock-moved" | "try-again";

/**
 * The lifecycle events of a session, for an inspector, for logs and for reviewers. Every field is a code, a
 * time, a provider or a kind: no member of this union has room for a token, a password or an address.
 */
export type LifecycleEvent =
  | { type: "restored" }
  | { type: "signed-in" }
  | { type: "tokens-replaced" }
  /** Without a reason: the user signed out, in this tab or another. */
  | { type: "signed-out"; reason: SignOutReason | undefined }
  | { type: "refresh-started" }
  | { type: "refreshed"; expiresAt: number }
  | { type: "refresh-failed"; code: IdentityErrorCode; retryAt: number }
  | { type: "adopted" }
  | { type: "woke-up"; cause: WakeCause }
  /** Only another configuration of the client can exchange this session: see `setCustody`. */
  | { type: "custody-unavailable" }
  | { type: "storage-unavailable" }
  | { type: "stored-value-set-aside" }
  | { type: "persistence-degraded" }
  | { type: "persistence-changed"; kind: PersistenceKind }
  | { type: "popup"; providerId: ProviderId; phase: PopupPhase };
