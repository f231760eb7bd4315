import type { SignOutReason } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import type { SessionState } from "./state.ts";

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

type Known = Pick<SessionState, "status" | "session" | "retry" | "dueAt" | "reason">;

/** The part of a session that a page sees. A running retry has no `retryAt`. */
export const toIdentityState = ({ status, session, retry, dueAt, reason }: Known) =>
  (session
    ? {
        status,
        user: session.user,
        connection: retry ? "reconnecting" : "online",
        retryAt: retry && dueAt,
      }
    : { status, reason }) as IdentityState;
