import type { SignOutReason } from "../errors/identity-error.ts";
import type { SessionView } from "../session/state.ts";
import type { User } from "../user.ts";

/** The page's view of the session. Holds no token. */
export type IdentityState =
  | { readonly status: "unknown"; readonly reason?: "storage-unavailable" | undefined }
  | { readonly status: "signed-out"; readonly reason?: SignOutReason | undefined }
  | {
      readonly status: "signed-in";
      readonly user: User;
      readonly connection: "online" | "reconnecting";
      /** Milliseconds since the epoch, by this device's clock. */
      readonly retryAt?: number | undefined;
    };

/** The part of a state that a page sees. A running retry has no `retryAt`. */
export function toIdentityState({ status, session, phase, retry, reason }: SessionView): IdentityState {
  if (!session) return { status, reason } as IdentityState;
  return {
    status: "signed-in",
    user: session.user,
    connection: retry ? "reconnecting" : "online",
    retryAt: phase === "waiting" ? retry?.retryAt : undefined,
  };
}
