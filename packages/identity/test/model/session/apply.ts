import { IdentityError } from "../../../src/errors/identity-error.ts";
import type { WakeCause } from "../../../src/events.ts";
import { createPopups } from "../popup/popups.ts";
import type { Move } from "../search.ts";
import type { BrowserModel } from "./browser.ts";
import { UNIT_MS } from "./encode.ts";
import type { Machine } from "./machine.ts";
import { detailOf, isOfPopup, MOVES, type MoveName, nameOf, pay, tabOf } from "./moves.ts";
import { endedBy, generation, nextTokenOf, profile, session, tokenNameOf, tokens } from "./names.ts";
import { checkQuiet, must } from "./safety.ts";
import {
  type Call,
  type Command,
  closedTab,
  commandsOf,
  type Exchange,
  openTab,
  type Tab,
  tabAt,
  userOf,
  type World,
} from "./world.ts";

const MINUTE = 60_000;
/** A timer later than this was delayed by sleep, as in the runner. */
const LATE_MS = 60_000;

const exchangeOf = (world: World, place: number, ...stages: Exchange["stage"][]): Exchange =>
  world.exchanges.find(({ tab, stage }) => tab === place && stages.includes(stage)) as Exchange;

/** Applies a move to the world, which it changes. */
export function createApply(browser: BrowserModel, machine: Machine) {
  const { rules } = machine;
  const popups = createPopups(browser, machine);
  return (world: World, move: Move): void => {
    const name = nameOf(move);
    const place = tabOf(move);
    pay(world, name);
    const detail = detailOf(move);
    if (isOfPopup(name)) popups.act(world, name, place, detail);
    else act(world, name, place, detail);
    popups.settle(world, name, place, detail);
    if (MOVES[name][1] === "faults" || name === "crash") world.isTroubled = true;
    checkQuiet(world);
  };

  function act(world: World, name: MoveName, place: number, detail: number): unknown {
    const tab = tabAt(world, place);
    const dispatch = (event: Parameters<BrowserModel["dispatch"]>[2]) =>
      browser.dispatch(world, place, event);
    const running = () => tab.queue.filter(({ stage }) => stage !== "queued")[detail] as Command;
    const fail = (code: "network-request-failed" | "user-token-expired") => ({
      error: new IdentityError(code),
    });
    switch (name) {
      case "carryOut":
        return browser.carryOut(world, running());
      case "refuseWrite":
        return browser.carryOut(world, running(), true);
      case "deliver":
        return browser.deliver(world, place, running());
      case "failStorage":
        return browser.giveUp(world, place, running(), false);
      case "hang":
        return browser.giveUp(world, place, running(), true);
      case "carryOutLate":
        return browser.carryOut(world, tab.late[detail] as Command);
      case "deliverLate":
        return browser.deliver(world, place, tab.late[detail] as Command);
      case "hear":
        return hear(world, place, tab, detail);
      case "answerTokens":
        return answerTokens(world, exchangeOf(world, place, "sent"), false);
      case "answerOther":
        return answerTokens(world, exchangeOf(world, place, "sent"), true);
      case "failExchange":
        return browser.answer(world, exchangeOf(world, place, "sent"), fail("network-request-failed"));
      case "refuseExchange":
        return browser.answer(world, exchangeOf(world, place, "sent"), fail("user-token-expired"));
      case "answerUnheard":
        exchangeOf(world, place, "sent").stage = "answered-tokens";
        return;
      case "hearAnswer":
        return answerTokens(world, exchangeOf(world, place, "answered-tokens"), false);
      case "fireTimer": {
        const isLate = world.now - (tab.state.dueAt ?? 0) > LATE_MS && rules.knowsLateTimers;
        tab.timer = undefined;
        dispatch(isLate ? { type: "woke-up", cause: "timer-late" } : { type: "refresh-due" });
        return must(
          tab.timer === undefined || tab.timer > 0,
          "a timer that has fired is not due again at once",
        );
      }
      case "signInAlice":
        return startSignIn(world, place, tab, 0);
      case "signInBob":
        return startSignIn(world, place, tab, 1);
      case "answerSignIn": {
        const call = take(tab, "sign-in");
        // It begins later than what a tab has ended without a read.
        if (hasUnreadEnd(world)) pass(world, UNIT_MS);
        const token = world.nextToken++;
        return dispatch({
          type: "signed-in",
          session: session({ user: call.user, token, signedInAt: token }, call.generation, world.now),
        });
      }
      case "change":
        tab.calls.push(callFor(tab, "change"));
        return;
      case "answerChange": {
        const call = take(tab, "change");
        const token = world.nextToken++;
        const { session: own } = tab.state;
        const signedInAt = own ? tokenNameOf(own.idToken).signedInAt : token;
        const changed = session({ user: call.user, token, signedInAt }, call.generation, world.now);
        return dispatch({ type: "tokens-replaced", session: changed });
      }
      case "answerLookup":
      case "newProfile": {
        const call = take(tab, "profile");
        const version = name === "newProfile" ? 1 : tab.state.session?.user.displayName ? 1 : 0;
        return dispatch({
          type: "profile-read",
          generation: call.generation,
          user: profile(call.user, version),
        });
      }
      case "signOut":
        return dispatch({ type: "sign-out" });
      case "askForced":
      case "ask":
        return dispatch({ type: "token-asked", force: name === "askForced" });
      case "refuse":
      case "refuseOwn": {
        const { idToken = "" } = tab.state.session ?? {};
        const type = name === "refuse" ? "token-refused" : "sign-out";
        return dispatch({ type, idToken, reason: "invalid-user-token" });
      }
      case "wake":
        return wake(world, place, "visible");
      case "online":
        return wake(world, place, "online");
      case "hide": {
        const aborted = browser.abort(world, place);
        if (aborted) browser.fail(world, aborted);
        return;
      }
      case "steal": {
        for (const exchange of world.exchanges)
          if (exchange.hasLock) Object.assign(exchange, { hasLock: false, isStolen: true });
        const index = world.exchanges.findIndex((each) => each.tab === place && each.stage === "waiting");
        // A steal does not wait for other requests.
        world.exchanges.unshift(...world.exchanges.splice(index, 1));
        return browser.grant(world);
      }
      case "freeze":
        tab.page = "frozen";
        return;
      case "thaw": {
        tab.page = "open";
        // Before anything else, the holder learns that its lock was taken.
        for (const exchange of [...world.exchanges])
          if (exchange.tab === place && exchange.isStolen) browser.loseLock(world, exchange);
        return;
      }
      case "crash":
        world.tabs[place] = closedTab();
        world.exchanges = world.exchanges.filter((exchange) => exchange.tab !== place);
        world.popups = world.popups.filter(({ tab }) => tab !== place);
        return browser.grant(world);
      case "open":
        world.tabs[place] = { ...openTab(), left: [...world.signedOut] };
        return;
      case "writeUnknown":
        // Another version of the client has written this record, so the rules no longer apply to that session.
        if (world.stored.session) world.ended.push(world.stored.session.generation);
        world.stored = { setAside: { version: 2 } };
        return;
      case "passTime":
        return pass(world, nextTimer(world) ?? 0);
      case "sleep":
        return pass(world, 61 * MINUTE);
      case "setBack":
        world.now -= 61 * MINUTE;
        return;
      default:
        throw new Error(`not a move of a session: ${name}`);
    }
  }

  function hear(world: World, place: number, tab: Tab, from: number): void {
    const index = tab.inbox.findIndex((each) => each.from === from);
    const [heard] = tab.inbox.splice(index, 1);
    if (heard?.message === "moved") {
      browser.dispatch(world, place, { type: "storage-moved" });
      return;
    }
    browser.look(tab, endedBy(heard?.message));
  }

  function answerTokens(world: World, exchange: Exchange, isOther: boolean): void {
    const name = nextTokenOf(exchange.held.session, world.nextToken++);
    browser.answer(world, exchange, tokens(isOther ? { ...name, user: 1 - name.user } : name));
  }

  function startSignIn(world: World, place: number, tab: Tab, user: number): void {
    const own = generation(world.nextGeneration++);
    browser.dispatch(world, place, { type: "sign-in-started", generation: own });
    tab.calls.push({ kind: "sign-in", generation: own, user });
  }

  function wake(world: World, place: number, cause: WakeCause): void {
    browser.dispatch(world, place, { type: "woke-up", cause });
  }
}

const callFor = ({ state }: Tab, kind: Call["kind"]): Call => {
  if (!state.session) throw new Error("a call without a session");
  return { kind, generation: state.session.generation, user: userOf(state.session) };
};

function take(tab: Tab, kind: Call["kind"]): Call {
  const index = tab.calls.findIndex((call) => call.kind === kind);
  return tab.calls.splice(index, 1)[0] as Call;
}

const hasUnreadEnd = ({ tabs }: World): boolean =>
  tabs.some((tab) => [tab.state, ...commandsOf(tab)].some(({ endedAt }) => endedAt !== undefined));

/** The delay until a timer of an open page fires. */
export function nextTimer({ tabs }: World): number | undefined {
  const times = tabs.flatMap(({ page, timer }) => (page === "open" && timer !== undefined ? [timer] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

function pass(world: World, ms: number): void {
  world.now += ms;
  for (const tab of world.tabs) if (tab.timer !== undefined) tab.timer -= ms;
}
