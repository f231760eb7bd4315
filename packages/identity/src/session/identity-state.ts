import type { User } from "../user.ts";
import { retryOf, type SessionState } from "./lifecycle.ts";
import type { SignOutReason } from "./stored-record.ts";

/** What a page may know of the session. Holds no token. */
export type IdentityState =
  | { status: "unknown"; reason?: "storage-unavailable" }
  | { status: "signed-out"; reason?: SignOutReason }
  | { status: "signed-in"; user: User; connection: "online" | "reconnecting"; retryAt?: number };

export function toIdentityState(state: SessionState): IdentityState {
  switch (state.status) {
    case "unknown":
      return state;
    case "signed-out":
      return state.reason ? { status: "signed-out", reason: state.reason } : { status: "signed-out" };
    case "signed-in": {
      const { user } = state.session;
      const retry = retryOf(state);
      if (!retry) return { status: "signed-in", user, connection: "online" };
      // A retry that is running has no time to name any more.
      const retryAt = state.token.name === "waiting" ? { retryAt: retry.retryAt } : {};
      return { status: "signed-in", user, connection: "reconnecting", ...retryAt };
    }
  }
}
