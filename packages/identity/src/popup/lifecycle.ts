import type { IdentityErrorCode } from "../errors/identity-error.ts";
import type { ProviderId } from "../user.ts";
import type { CallbackResponse } from "./callback.ts";

/** The response may still arrive after the window has closed. */
const GRACE_MS = 2000;

/** The focus may return to the opener before the window reads as closed. */
const RECHECK_MS = 500;

/**
 * `opening`: our own page, until the provider's address is known. `away`: at the provider. `severed`: reads as
 * closed, but the opener does not have the focus. `closing`: reads as closed, and the opener has the focus.
 * `presenting`: Google is checking the response. `given-up`: the caller has been told, but a late response still
 * counts. `over`: nothing more is handled.
 */
export type PopupPhase = "opening" | "away" | "severed" | "closing" | "presenting" | "given-up" | "over";

export type PopupState = {
  phase: PopupPhase;
  /** The due time of the one timer, until the popup is over. */
  dueAt: number;
  /** Connects the window's response to this popup. */
  readonly attempt: string;
  readonly providerId: ProviderId;
  /**
   * True for a link and a re-authentication. Once Google has responded, these are complete and can no longer be
   * canceled.
   */
  readonly isForSession: boolean;
  readonly pollMs: number;
  /** Responses after this time are ignored. */
  readonly expiresAt: number;
};

export type PopupEvent =
  /** The provider's address has arrived. */
  | { type: "authorized"; isClosed: boolean }
  /**
   * The request for the address failed, the window cannot navigate, or it is back at another page than the callback
   * page.
   */
  | { type: "failed"; error: Error }
  /** The timer is due, or the opener may have regained the focus. */
  | { type: "looked"; isDue: boolean; isClosed: boolean; hasFocus: boolean }
  /**
   * The callback page, or another script of the origin, has posted a response. `isCurrent`: the session has not
   * changed since the popup opened.
   */
  | { type: "message"; response: CallbackResponse & { attempt: string }; isCurrent: boolean }
  /** Google's result for the response. */
  | { type: "presented" }
  /**
   * The popup was ended by the user, by another popup, or because the client is disposed. `isDone`: the tab already
   * shows the session of the response.
   */
  | { type: "canceled"; isDone: boolean };

/** The runner's actions. */
export type PopupEffect =
  /** Navigates the window to the provider. */
  | { type: "leave" }
  | { type: "present"; response: CallbackResponse; isLate: boolean }
  /** Drops the tokens of a pending response when they arrive. */
  | { type: "discard" }
  /** Reports the outcome to the caller, by a code or an error. A caller that already has an outcome gets no other. */
  | { type: "reject"; reason: IdentityErrorCode | Error };

export type PopupStep = { state: PopupState; effects: PopupEffect[] };

/** Whether the window is still needed. Otherwise the runner closes it. */
export const isAwaited = ({ phase }: PopupState): boolean =>
  phase !== "presenting" && phase !== "given-up" && phase !== "over";

/** The whole lifecycle of a popup. Pure, like the session's. A test compares it with its table. */
export function transition(state: PopupState, event: PopupEvent, now: number): PopupStep {
  const { phase } = state;
  const stay: PopupStep = { state, effects: [] };
  const enterPhase = (next: PopupPhase, effects: PopupEffect[] = [], dueAt = state.expiresAt): PopupStep => ({
    state: { ...state, phase: next, dueAt },
    effects,
  });
  const endPopup = (reason: IdentityErrorCode | Error, ...more: PopupEffect[]) =>
    enterPhase("over", [{ type: "reject", reason }, ...more]);
  const nextPollAt = now + state.pollMs;

  if (phase === "over") return stay;
  switch (event.type) {
    case "authorized":
      if (phase !== "opening") return stay;
      // A window that never reached the provider has no response, so any message comes from another script.
      return event.isClosed
        ? endPopup("popup-closed-by-user")
        : enterPhase("away", [{ type: "leave" }], nextPollAt);
    case "failed":
      return isAwaited(state) ? endPopup(event.error) : stay;
    case "looked":
      if (!isAwaited(state)) return event.isDue ? enterPhase("over") : stay;
      if (phase === "closing" && !event.isDue) return stay;
      if (now >= state.expiresAt) return endPopup("timeout");
      if (event.isClosed && phase === "opening") return endPopup("popup-closed-by-user");
      // A user who closes the window returns to the opener; an isolated window keeps the focus.
      if (event.isClosed && event.hasFocus)
        return phase === "closing"
          ? enterPhase("given-up", [{ type: "reject", reason: "popup-closed-by-user" }])
          : enterPhase("closing", [], now + GRACE_MS);
      return enterPhase(
        event.isClosed ? "severed" : phase === "opening" ? phase : "away",
        [],
        // A focus event schedules another check soon, and never postpones the next poll.
        event.isDue ? nextPollAt : Math.min(state.dueAt, now + RECHECK_MS),
      );
    case "message":
      // Ignore another popup's response, and one from before this window navigated to the provider.
      if (event.response.attempt !== state.attempt || phase === "opening" || phase === "presenting")
        return stay;
      // A user who has signed in or out since, in this tab or another, did not ask for this response.
      if (!event.isCurrent) return endPopup("session-changed");
      return enterPhase("presenting", [
        { type: "present", response: event.response, isLate: phase === "given-up" },
      ]);
    case "presented":
      return phase === "presenting" ? enterPhase("over") : stay;
    case "canceled":
      if (phase !== "presenting") return endPopup("cancelled-popup-request");
      return state.isForSession || event.isDone
        ? stay
        : endPopup("cancelled-popup-request", { type: "discard" });
  }
}
