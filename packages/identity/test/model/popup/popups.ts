import type { PopupEffect, PopupEvent } from "../../../src/popup/lifecycle.ts";
import { sessionOf, viewOf } from "../../../src/session/state.ts";
import { nextChangeOf } from "../../../src/session/tokens.ts";
import { type BrowserModel, isChange } from "../session/browser.ts";
import type { Machine } from "../session/machine.ts";
import type { MoveName } from "../session/moves.ts";
import { generation, nextTokenOf, session } from "../session/names.ts";
import { type Popup, tabAt, type World } from "../session/world.ts";
import { checkCancel, checkEffects, checkOther, checkPresent, checkSignedIn, isFinal } from "./safety.ts";
import { EARLY, newPopup, popupsOf } from "./window.ts";

const URL_OF_ANSWER = "https://site.test/oauth/callback";
/** Every popup of the model signs in as this user. */
const BOB = 1;
/** Moves of a user in a tab that revoke the popups which the tab has open. */
const REVOKING: readonly MoveName[] = ["signInAlice", "signInBob", "signOut", "openPopup", "openLink"];

/** The popups of one browser: the popup's own lifecycle, and a model of its runner, its window and its channel. */
export function createPopups(browser: BrowserModel, machine: Machine) {
  const { rules } = machine;

  function dispatch(world: World, popup: Popup, event: PopupEvent, now = EARLY): void {
    const before = popup.state;
    const { state, effects } = machine.popup(before, event, now);
    popup.state = state;
    checkEffects(world, popup, { before, event, effects }, now);
    for (const effect of effects) perform(world, popup, effect);
  }

  function perform(world: World, popup: Popup, effect: PopupEffect): void {
    switch (effect.type) {
      case "leave":
        if (popup.window === "ours") popup.window = "away";
        return;
      case "present":
        present(world, popup);
        return;
      case "discard":
        if (rules.discards) startSignIn(world, popup.tab);
        return;
      case "close":
        if (!popup.isCut) popup.window = "closed";
        return;
      case "reject":
        if (effect.reason === "cancelled-popup-request") checkCancel(world, popup);
        popup.isSettled = true;
        return;
      case "tell-severed":
      case "stop":
      case "emit":
    }
  }

  function startSignIn(world: World, place: number): string {
    const own = generation(world.nextGeneration++);
    browser.dispatch(world, place, { type: "sign-in-started", generation: own });
    return own;
  }

  function open(world: World, place: number, isForSession: boolean): void {
    for (const earlier of rules.hasOnePopup ? popupsOf(world, place) : [])
      dispatch(world, earlier, { type: "canceled", isDone: isFinal(world, earlier) });
    const popup = newPopup(place, isForSession, "");
    popup.attempt = startSignIn(world, place);
    world.popups.push(popup);
  }

  /** A link adds the provider to the account that is signed in now. Everything else begins a sign-in. */
  function present(world: World, popup: Popup): void {
    checkPresent(world, popup);
    popup.hasPresented = true;
    const { isForSession } = popup.state;
    const owner = sessionOf(tabAt(world, popup.tab).state);
    const isGenuine = popup.heard === "genuine";
    if (!isForSession)
      popup.call = { generation: startSignIn(world, popup.tab), user: BOB, isGenuine, isAnswered: false };
    else if (owner)
      popup.call = {
        generation: owner.generation,
        user: owner.user.uid === "bob" ? BOB : 0,
        isGenuine,
        isAnswered: false,
      };
  }

  /** Google's answer to a sign-in or a link. */
  function accept(world: World, popup: Popup): void {
    const { call } = popup;
    if (!call) return;
    call.isAnswered = true;
    const tab = tabAt(world, popup.tab);
    const shown = sessionOf(tab.state);
    if (!popup.state.isForSession) {
      const token = world.nextToken++;
      const stamp = browser.act(world, tab);
      const start = { stamp, generation: call.generation };
      const answered = session({ user: call.user, token }, start, world.now);
      if (tab.meant === call.generation) world.last = call.generation;
      browser.dispatch(world, popup.tab, { type: "signed-in", session: answered });
      checkSignedIn(world, popup);
      return;
    }
    const owner = ["alice", "bob"][call.user];
    // `replaceTokens` drops the tokens of an account that is no longer signed in.
    if (!shown || (rules.linksOwnUser && shown.user.uid !== owner)) return;
    const name = { ...nextTokenOf(shown, world.nextToken++), user: call.user };
    const replaced = session(name, nextChangeOf(shown), world.now);
    browser.dispatch(world, popup.tab, { type: "account-changed", session: replaced });
  }

  /** The callback page posts to the whole origin: only the popup of that attempt may react. */
  function post(world: World, popup: Popup, answer: "genuine" | "forged"): void {
    popup.inbox.push(answer);
    for (const other of world.popups)
      if (other !== popup) checkOther(machine, other, popup.state.attempt, URL_OF_ANSWER);
  }

  function hear(world: World, popup: Popup): void {
    const { state } = tabAt(world, popup.tab);
    popup.heard = popup.inbox.shift();
    const isCurrent = state.latestSignIn === popup.attempt && !popup.hasChanged;
    dispatch(world, popup, {
      type: "message",
      attempt: popup.state.attempt,
      response: { url: URL_OF_ANSWER },
      isCurrent: isCurrent || !rules.asksForTheSession,
    });
    delete popup.heard;
  }

  function act(world: World, name: MoveName, place: number, detail: number): unknown {
    if (name === "openPopup" || name === "openLink") return open(world, place, name === "openLink");
    const popup = popupsOf(world, place)[detail] as Popup;
    const isClosed = popup.window === "closed" || popup.isCut;
    const look = (isDue: boolean, hasFocus: boolean) =>
      dispatch(world, popup, { type: "looked", isDue, isClosed, hasFocus });
    switch (name) {
      case "authorize":
        return dispatch(world, popup, { type: "authorized", isClosed });
      case "failAuthorize":
        return dispatch(world, popup, { type: "failed", error: new Error("offline") });
      case "closeWindow":
        popup.window = "closed";
        return;
      case "cutWindow":
        popup.isCut = true;
        return;
      case "lookHere":
        return look(true, true);
      case "lookElsewhere":
        return look(true, false);
      case "focus":
        return look(false, true);
      case "expire":
        return dispatch(
          world,
          popup,
          { type: "looked", isDue: true, isClosed, hasFocus: true },
          popup.state.expiresAt,
        );
      case "answerPopup":
        popup.window = "closed";
        popup.hasAnswered = true;
        return post(world, popup, "genuine");
      case "repeatAnswer":
        return post(world, popup, "genuine");
      case "forgeAnswer":
        return post(world, popup, "forged");
      case "hearPopup":
        return hear(world, popup);
      case "acceptPopup":
        return accept(world, popup);
      case "refusePopup":
        if (popup.call) popup.call.isAnswered = true;
        return;
      case "cancelPopup":
        return dispatch(world, popup, { type: "canceled", isDone: isFinal(world, popup) });
      default:
        throw new Error(`not a move of a popup: ${name}`);
    }
  }

  /** Runs after every move. Continues the runner's promises, and marks the popups that the user has revoked. */
  function settle(world: World, name: MoveName, place: number, detail: number): void {
    const target = popupsOf(world, place);
    for (const [index, popup] of target.entries()) {
      const isNew = (name === "openPopup" || name === "openLink") && index === target.length - 1;
      const isMeant = name === "cancelPopup" ? index === detail : REVOKING.includes(name) && !isNew;
      const isOneself = name === "cancelPopup" || name === "openPopup" || name === "openLink";
      const isTooLate = popup.state.phase === "presenting" && isOneself;
      if (isMeant && !isTooLate) popup.isRevoked = true;
    }
    for (const popup of world.popups) {
      const { state, queue } = tabAt(world, popup.tab);
      const { status, reason, session: shown } = viewOf(state);
      if (!popup.isKnown && (status !== "unknown" || reason !== undefined)) {
        popup.isKnown = true;
        popup.generation = shown?.generation;
        if (popup.state.isForSession && !shown)
          dispatch(world, popup, { type: "failed", error: new Error("signed-out") });
      }
      const isSame = popup.generation === shown?.generation;
      if (popup.isKnown && !isSame && !popup.hasPresented) popup.isRevoked = true;
      popup.hasChanged = (popup.isKnown && !isSame) || (popup.hasChanged && rules.remembersChanges);
      // The caller of a sign-in waits until it is stored.
      if (popup.hasPresented && (!popup.call || popup.call.isAnswered) && !queue.some(isChange)) {
        popup.isSettled = true;
        delete popup.call;
        dispatch(world, popup, { type: "presented" });
      }
    }
    world.popups = world.popups.filter(({ state, call }) => state.phase !== "over" || call);
  }

  return { act, settle };
}
