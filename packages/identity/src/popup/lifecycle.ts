import type { IdentityErrorCode } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import type { ProviderId } from "../user.ts";
import type { CallbackResponse } from "./callback.ts";

/** The response may still arrive after the window has closed. */
const GRACE_MS = 2000;

/** The focus may return to the opener before the window reads as closed. */
const RECHECK_MS = 500;

export type PopupState = {
  /**
   * `opening`: our own page, until the provider's address is known. `away`: at the provider. `severed`: reads as
   * closed, but the opener does not have the focus. `closing`: reads as closed, and the opener has the focus.
   * `presenting`: Google is checking the response. `given-up`: the caller has been told, but a late response still
   * counts. `over`: nothing more is handled.
   */
  phase: "opening" | "away" | "severed" | "closing" | "presenting" | "given-up" | "over";
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
  | { type: "message"; attempt: string; response: CallbackResponse; isCurrent: boolean }
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
  | { type: "reject"; reason: IdentityErrorCode | Error }
  | { type: "emit"; event: LifecycleEvent };

export type PopupStep = { state: PopupState; effects: PopupEffect[] };

/** Whether the window is still needed. Otherwise the runner closes it. */
export const isAwaited = ({ phase }: PopupState): boolean =>
  phase !== "presenting" && phase !== "given-up" && phase !== "over";

/** The whole lifecycle of a popup. Pure, like the session's. A test compares it with its table. */
export function transition(state: PopupState, event: PopupEvent, now: number): PopupStep {
  const { phase, providerId } = state;
  const stay: PopupStep = { state, effects: [] };
  const enterPhase = (
    next: PopupState["phase"],
    effects: PopupEffect[] = [],
    dueAt = state.expiresAt,
  ): PopupStep => ({
    state: { ...state, phase: next, dueAt },
    effects,
  });
  const enterPhaseAndPoll = (next: PopupState["phase"], effects?: PopupEffect[]) =>
    enterPhase(next, effects, now + state.pollMs);
  /** A focus event schedules another check soon, and never postpones the next poll. */
  const enterPhaseAndWatch = (isDue: boolean, next: PopupState["phase"], effects?: PopupEffect[]) =>
    isDue
      ? enterPhaseAndPoll(next, effects)
      : enterPhase(next, effects, Math.min(state.dueAt, now + RECHECK_MS));
  const emitEffect = (event: LifecycleEvent): PopupEffect => ({ type: "emit", event });
  const rejectEffect = (reason: IdentityErrorCode | Error): PopupEffect => ({ type: "reject", reason });
  const endPopup = (reason: IdentityErrorCode | Error, ...more: PopupEffect[]) =>
    enterPhase("over", [rejectEffect(reason), ...more]);
  const closed = emitEffect({ type: "popup-closed", providerId });
  const giveUp = () => enterPhase("given-up", [rejectEffect("popup-closed-by-user"), closed]);
  /** The window has not reached the provider, so any response would come from another script. */
  const endUnsent = () => endPopup("popup-closed-by-user", closed);

  if (phase === "over") return stay;
  switch (event.type) {
    case "authorized":
      if (phase !== "opening") return stay;
      return event.isClosed ? endUnsent() : enterPhaseAndPoll("away", [{ type: "leave" }]);
    case "failed":
      return isAwaited(state) ? endPopup(event.error) : stay;
    case "looked":
      if (!isAwaited(state)) return event.isDue ? enterPhase("over") : stay;
      if (phase === "closing" && !event.isDue) return stay;
      if (now >= state.expiresAt) return endPopup("timeout");
      if (!event.isClosed) return enterPhaseAndWatch(event.isDue, phase === "opening" ? phase : "away");
      if (phase === "opening") return endUnsent();
      // A user who closes the window returns to the opener; an isolated window keeps the focus.
      if (event.hasFocus) return phase === "closing" ? giveUp() : enterPhase("closing", [], now + GRACE_MS);
      return enterPhaseAndWatch(
        event.isDue,
        "severed",
        phase === "severed" ? [] : [emitEffect({ type: "popup-severed", providerId })],
      );
    case "message":
      // Ignore another popup's response, and one from before this window navigated to the provider.
      if (event.attempt !== state.attempt || phase === "opening" || phase === "presenting") return stay;
      // A user who has signed in or out since, in this tab or another, did not ask for this response.
      if (!event.isCurrent)
        return endPopup(
          "session-changed",
          emitEffect({ type: "callback-ignored", reason: "revoked-attempt" }),
        );
      return enterPhase("presenting", [
        { type: "present", response: event.response, isLate: !isAwaited(state) },
        emitEffect({ type: "popup-answered", providerId, late: !isAwaited(state) }),
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
