import type { PopupEffect, PopupEvent, PopupState } from "../../../src/popup/lifecycle.ts";
import { sessionOf } from "../../../src/session/state.ts";
import type { Machine } from "../session/machine.ts";
import { must } from "../session/safety.ts";
import { type Popup, tabAt, type World } from "../session/world.ts";
import { popupsOf } from "./window.ts";

export const isAwaited = ({ phase }: PopupState): boolean =>
  phase !== "presenting" && phase !== "given-up" && phase !== "over";

/** Whether the tab shows the session of this popup's answer already, so that no cancel can take it back. */
export const isFinal = (world: World, { tab, call, state }: Popup): boolean =>
  !state.isForSession &&
  call?.isAnswered === true &&
  sessionOf(tabAt(world, tab).state)?.generation === call.generation;

/** Checks one step of one popup. */
export function checkEffects(
  world: World,
  popup: Popup,
  { before, event, effects }: { before: PopupState; event: PopupEvent; effects: readonly PopupEffect[] },
  now: number,
): void {
  const { state } = popup;
  const names = effects.map(({ type }) => type);
  must(before.phase !== "over" || names.length === 0, "a popup that is over does nothing");
  must(
    !names.includes("present") || before.phase !== "opening",
    "an answer counts only after the window has left for the provider",
  );
  must(!names.includes("leave") || before.phase === "opening", "a popup leaves for its provider once");
  must(state.phase === "over" || state.dueAt > now, "a popup that is not over has its timer");
  must(
    state.phase !== "over" || event.type === "presented" || isTold(popup, names),
    "a popup that is over has told its caller",
  );
  must(
    state.phase !== "over" || before.phase === "over" || names.includes("stop"),
    "a popup that is over has no timer and no listener",
  );
  if (isAwaited(state))
    must(
      popupsOf(world, popup.tab).filter((each) => isAwaited(each.state)).length <= 1,
      "a tab waits for one popup at a time",
    );
}

const isTold = ({ isSettled, hasPresented }: Popup, names: readonly string[]): boolean =>
  isSettled || hasPresented || names.includes("reject");

/** Checks a popup when its answer is sent to Google. */
export function checkPresent(world: World, popup: Popup): void {
  must(!popup.hasPresented, "a popup sends one answer to Google");
  if (world.hasHistory)
    must(!popup.isRevoked, "an answer that the user no longer wants is not sent to Google");
}

/** Checks a popup when Google's answer has reached the tab. */
export function checkSignedIn(world: World, { tab, call, isRevoked }: Popup): void {
  const isShown = sessionOf(tabAt(world, tab).state)?.generation === call?.generation;
  must(call?.isGenuine || !isShown, "a forged answer signs nobody in");
  if (world.hasHistory)
    must(!isRevoked || !isShown, "an answer that the user no longer wants signs nobody in");
}

/** Checks a popup when its caller learns that it was canceled. */
export const checkCancel = (world: World, popup: Popup): void =>
  must(!isFinal(world, popup), "a popup whose caller hears of a cancel has signed nobody in");

/** Checks that a popup ignores an answer for another popup, because the channel reaches every popup of the origin. */
export function checkOther(
  { popup: transition }: Machine,
  { state }: Popup,
  attempt: string,
  url: string,
): void {
  const step = transition(state, { type: "message", attempt, response: { url }, isCurrent: true }, 0);
  must(step.state === state && step.effects.length === 0, "another popup's answer changes nothing");
}
