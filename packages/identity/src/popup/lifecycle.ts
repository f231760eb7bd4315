import type { IdentityErrorCode } from "../errors/codes.ts";
import type { LifecycleEvent } from "../events.ts";
import type { ProviderId } from "../user.ts";

/** The answer may be on its way while the window is already gone. */
const GRACE_MS = 2000;

export type PopupState = {
  /**
   * `opening`: our own page, until the provider's address is there. `away`: at the provider. `severed`: reads as closed,
   * but the opener does not have the focus. `closing`: reads as closed, and the opener has it. `presenting`: Google
   * judges the answer. `given-up`: the caller was told, a late answer still counts. `over`: nothing is heard any more.
   */
  phase: "opening" | "away" | "severed" | "closing" | "presenting" | "given-up" | "over";
  /** What the one timer is set to, until it is over. */
  dueAt: number;
  /** Ties the window's answer to this popup. */
  readonly attempt: string;
  readonly providerId: ProviderId;
  /** For a link or a proof. Google has carried it out by the time it answers, so that it cannot be canceled any more. */
  readonly isForSession: boolean;
  readonly pollMs: number;
  /** No answer counts from then on. */
  readonly expiresAt: number;
};

export type PopupEvent =
  /** The provider's address has arrived. */
  | { type: "authorized"; url: string; isClosed: boolean }
  /** There is no address, or the window cannot be sent there. */
  | { type: "failed"; error: Error }
  /** The timer is due, or the opener may have regained the focus. */
  | { type: "looked"; isDue: boolean; isClosed: boolean; hasFocus: boolean }
  /** The callback page, or any script of the origin, has posted an answer. `isCurrent`: the session is that of the opening. */
  | { type: "message"; attempt: string; url: string; isCurrent: boolean }
  /** Google has judged the answer. */
  | { type: "presented" }
  /** By the user, by another popup, or because the client is disposed. */
  | { type: "canceled" };

/** What the runner does, by name, with what follows the name. */
export type PopupEffect =
  | ["leave", url: string]
  | ["present", url: string, isLate: boolean]
  /** The tokens of an answer that is being presented are dropped when they arrive. */
  | ["discard"]
  | ["close"]
  /** Tells the caller, by a code or with the error itself; a caller that was told already hears nothing more. */
  | ["reject", reason: IdentityErrorCode | Error]
  | ["tell-severed"]
  /** Ends the timer, the channel and the watch for the focus. */
  | ["stop"]
  | ["emit", event: LifecycleEvent];

export type PopupStep = { state: PopupState; effects: PopupEffect[] };

/** The whole life of a popup. Pure, like the session's; the README shows it as a table, and a test compares the two. */
export function transition(state: PopupState, event: PopupEvent, now: number): PopupStep {
  const { phase, providerId } = state;
  const stay: PopupStep = { state, effects: [] };
  const to = (
    next: PopupState["phase"],
    effects: PopupEffect[] = [],
    dueAt = state.expiresAt,
  ): PopupStep => ({
    state: { ...state, phase: next, dueAt },
    effects,
  });
  const poll = (next: PopupState["phase"], effects?: PopupEffect[]) => to(next, effects, now + state.pollMs);
  const emit = (type: "popup-closed" | "popup-severed"): PopupEffect => ["emit", { type, providerId }];
  const end = (reason: IdentityErrorCode | Error, ...more: PopupEffect[]) =>
    to("over", [["close"], ["reject", reason], ["stop"], ...more]);
  const giveUp = () => to("given-up", [["close"], ["reject", "popup-closed-by-user"], emit("popup-closed")]);

  if (phase === "over") return stay;
  const isAwaited = phase !== "presenting" && phase !== "given-up";
  switch (event.type) {
    case "authorized":
      if (phase !== "opening") return stay;
      return event.isClosed ? giveUp() : poll("away", [["leave", event.url]]);
    case "failed":
      return isAwaited ? end(event.error) : stay;
    case "looked":
      if (!isAwaited) return event.isDue ? to("over", [["stop"]]) : stay;
      if (phase === "closing" && !event.isDue) return stay;
      if (now >= state.expiresAt) return end("timeout");
      if (!event.isClosed) return poll(phase === "opening" ? phase : "away");
      // It has not left yet: no answer can be on its way that would be worth the grace.
      if (phase === "opening") return giveUp();
      // A user who closes the window comes back to the opener; a window that was cut off keeps the focus.
      if (event.hasFocus) return phase === "closing" ? giveUp() : to("closing", [], now + GRACE_MS);
      return poll("severed", phase === "severed" ? [] : [["tell-severed"], emit("popup-severed")]);
    case "message":
      // Another popup's answer, of this tab or another, or one from before this window has left.
      if (event.attempt !== state.attempt || phase === "opening" || phase === "presenting") return stay;
      // The user who has signed in or out since, here or in another tab, did not ask for this answer.
      if (!event.isCurrent)
        return end("session-changed", ["emit", { type: "callback-ignored", reason: "revoked-attempt" }]);
      return to("presenting", [
        ["close"],
        ["present", event.url, !isAwaited],
        ["emit", { type: "popup-answered", providerId, late: !isAwaited }],
      ]);
    case "presented":
      return phase === "presenting" ? to("over", [["stop"]]) : stay;
    case "canceled":
      if (phase !== "presenting") return end("cancelled-popup-request");
      return state.isForSession ? stay : end("cancelled-popup-request", ["discard"]);
  }
}
