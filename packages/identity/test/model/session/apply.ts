import { IdentityError } from "../../../src/errors/identity-error.ts";
import type { WakeCause } from "../../../src/events.ts";
import { nextChangeOf, withProfile } from "../../../src/session/tokens.ts";
import type { Move } from "../search.ts";
import type { BrowserModel } from "./browser.ts";
import { detailOf, MOVES, type MoveName, nameOf, pay, tabOf } from "./moves.ts";
import { generation, nextTokenOf, profile, session, tokens } from "./names.ts";
import { checkQuiet, must } from "./safety.ts";
import {
  type Call,
  type Command,
  closedTab,
  type Exchange,
  openTab,
  type Tab,
  tabAt,
  userOf,
  type World,
} from "./world.ts";

const MINUTE = 60_000;
/** A timer that fires this long after its time was delayed by sleep, as in the runner. */
const SLEEP_MS = 60_000;

const exchangeOf = (world: World, place: number, ...stages: Exchange["stage"][]): Exchange =>
  world.exchanges.find(({ tab, stage }) => tab === place && stages.includes(stage)) as Exchange;

/** Applies a move to the world, which it changes. */
export function createApply(browser: BrowserModel) {
  return (world: World, move: Move): void => {
    const name = nameOf(move);
    const place = tabOf(move);
    pay(world, name);
    perform(world, name, place, detailOf(move));
    if (MOVES[name][1] === "faults" || name === "crash" || name === "clearData") world.isTroubled = true;
    checkQuiet(world);
  };

  function perform(world: World, name: MoveName, place: number, detail: number): unknown {
    const tab = tabAt(world, place);
    const dispatch = (event: Parameters<BrowserModel["dispatch"]>[2]) =>
      browser.dispatch(world, place, event);
    const running = () => tab.queue[0] as Command;
    const fail = (code: "network-request-failed" | "user-token-expired") => ({
      error: new IdentityError(code),
    });
    switch (name) {
      case "carryOut":
        return browser.carryOut(world, place, running());
      case "refuseWrite":
        return browser.carryOut(world, place, running(), true);
      case "deliver":
        return browser.deliver(world, place, running());
      case "failStorage":
        return browser.giveUp(world, place, running(), false);
      case "hang":
        return browser.giveUp(world, place, running(), true);
      case "carryOutLate":
        return browser.carryOut(world, place, tab.unfinished[detail] as Command);
      case "deliverLate":
        return browser.deliver(world, place, tab.unfinished[detail] as Command);
      case "hear":
        tab.inbox -= 1;
        return browser.read(tab);
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
        const isDelayed = world.now - (tab.dueAt ?? 0) > SLEEP_MS;
        dispatch(
          isDelayed ? { type: "woke-up", cause: "timer-late" } : { type: "token-requested", why: "timer" },
        );
        return must(
          isDelayed || tab.timer === undefined || tab.timer > 0,
          "a timer that has fired is not due again at once",
        );
      }
      case "signInAlice":
        return startSignIn(world, place, tab, 0);
      case "signInBob":
        return startSignIn(world, place, tab, 1);
      case "answerSignIn": {
        const call = take(tab, "sign-in");
        const token = world.nextToken++;
        const stamp = browser.act(world, tab);
        const start = { stamp, generation: call.generation };
        world.last = tab.meant === call.generation ? call.generation : world.last;
        return dispatch({
          type: "signed-in",
          session: session({ user: call.user, token }, start, world.now),
        });
      }
      case "change":
        tab.calls.push(callFor(tab, "change"));
        return;
      case "answerChange": {
        const { base, user } = take(tab, "change");
        const shown = tab.state.record?.session;
        const before = shown?.generation === base?.generation ? shown : base;
        if (!before) return;
        const token = world.nextToken++;
        const changed = session({ user, token }, nextChangeOf(before), world.now);
        return dispatch({ type: "account-changed", session: changed });
      }
      case "answerLookup":
      case "newProfile": {
        const call = take(tab, "profile");
        const shown = tab.state.record?.session;
        if (shown?.generation !== call.generation) return;
        const version = name === "newProfile" ? 1 : shown.user.displayName ? 1 : 0;
        return dispatch({
          type: "account-changed",
          session: withProfile(shown, profile(call.user, version), world.now + world.tick),
        });
      }
      case "signOut":
        world.last = "";
        return dispatch({ type: "sign-out", stamp: browser.act(world, tab) });
      case "askForced":
      case "ask":
        return dispatch({ type: "token-requested", why: name === "ask" ? "call" : "forced-call" });
      case "refuse":
      case "refuseOwn": {
        const { idToken = "" } = tab.state.record?.session ?? {};
        const reason = "invalid-user-token";
        return dispatch({ type: "token-refused", idToken, reason, isFinal: name === "refuseOwn" });
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
        return browser.grant(world);
      case "open":
        world.tabs[place] = { ...openTab(), left: [...world.signedOut] };
        return;
      case "writeUnknown":
        // Another version of the client has written this record, so the rules no longer apply to that session.
        if (world.stored?.session) world.ended.push(world.stored.session.generation);
        world.stored = undefined;
        world.isForeign = true;
        world.last = undefined;
        return;
      case "clearData":
        for (const record of [world.stored, ...world.tabs.map(({ state }) => state.record)])
          if (record?.session) world.ended.push(record.session.generation);
        world.stored = undefined;
        world.isForeign = false;
        world.note = 0;
        // The notes of sign-outs are gone, so only what is queued ends a session.
        world.signedOut = [];
        world.last = undefined;
        return;
      case "passTime":
        return pass(world, nextTimer(world) ?? 0);
      case "sleep":
        return pass(world, 61 * MINUTE);
      case "setBack":
        world.now -= 61 * MINUTE;
        return;
    }
  }

  function answerTokens(world: World, exchange: Exchange, isOther: boolean): void {
    const name = nextTokenOf(exchange.start.session, world.nextToken++);
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
  const base = state.record?.session;
  if (!base) throw new Error("a call without a session");
  return { kind, generation: base.generation, user: userOf(base), base };
};

function take(tab: Tab, kind: Call["kind"]): Call {
  const index = tab.calls.findIndex((call) => call.kind === kind);
  return tab.calls.splice(index, 1)[0] as Call;
}

/** The delay until a timer of an open page fires. */
export function nextTimer({ tabs }: World): number | undefined {
  const times = tabs.flatMap(({ page, timer }) => (page === "open" && timer !== undefined ? [timer] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

function pass(world: World, ms: number): void {
  world.now += ms;
  for (const tab of world.tabs) if (tab.timer !== undefined) tab.timer -= ms;
}
