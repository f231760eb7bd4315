import { viewOf } from "../../../src/session/state.ts";
import type { Move } from "../search.ts";
import { type MoveName, move } from "../session/moves.ts";
import { type Popup, type Tab, tabAt, type World } from "../session/world.ts";
import { isAwaited } from "./safety.ts";
import { popupsOf } from "./window.ts";

type Add = (name: MoveName, detail?: number) => void;

/** Everything that can happen next to the popups of an open tab. */
export function popupMoves(world: World, place: number, { state }: Tab, add: Add): void {
  add("openPopup");
  if (viewOf(state).status !== "signed-out") add("openLink");
  for (const [index, popup] of popupsOf(world, place).entries()) movesOf(popup, (name) => add(name, index));
}

function movesOf(popup: Popup, add: (name: MoveName) => void): void {
  const { state, window, isCut, call, inbox, isKnown, hasAnswered } = popup;
  if (call && !call.isAnswered) {
    if (call.isGenuine && isKnown) add("acceptPopup");
    add("refusePopup");
  }
  if (state.phase === "over") return;
  if (state.phase === "opening") {
    if (isKnown) add("authorize");
    add("failAuthorize");
  }
  if (window !== "closed") add("closeWindow");
  if (window === "away") {
    add("answerPopup");
    if (!isCut) add("cutWindow");
  }
  if (isAwaited(state)) {
    add("lookHere");
    add("lookElsewhere");
    add("focus");
  }
  add("expire");
  if (hasAnswered) add("repeatAnswer");
  add("forgeAnswer");
  if (inbox.length > 0) add("hearPopup");
  add("cancelPopup");
}

/** The fault-free schedule: the user answers at the provider, and the time of a given-up popup passes. */
export function fairPopupMove(world: World): Move | undefined {
  for (const place of world.tabs.keys()) {
    if (tabAt(world, place).page === "closed") continue;
    for (const [index, popup] of popupsOf(world, place).entries()) {
      const name = fairNext(popup);
      if (name) return move(name, place, index);
    }
  }
  return undefined;
}

function fairNext({ call, inbox, state, isKnown, window }: Popup): MoveName | undefined {
  if (call && !call.isAnswered) return call.isGenuine ? "acceptPopup" : "refusePopup";
  if (call) return undefined;
  if (inbox.length > 0) return "hearPopup";
  if (state.phase === "opening" && isKnown) return "authorize";
  if (window === "away") return "answerPopup";
  return isAwaited(state) ? "lookHere" : "expire";
}
