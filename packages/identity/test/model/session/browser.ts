import { IdentityError } from "../../../src/errors/identity-error.ts";
import { signedOutMessage } from "../../../src/session/channel.ts";
import { generationOf, type StoredRecord } from "../../../src/session/session.ts";
import type { Effect, SessionEvent, SignedIn } from "../../../src/session/state.ts";
import type { Tokens } from "../../../src/session/tokens.ts";
import type { Machine } from "./machine.ts";
import { givesWay, isAction, noted, noteEnds, removedIn, seen } from "./notes.ts";
import { checkAnswer, checkLate, checkSent, checkStep, checkWrite } from "./safety.ts";
import {
  type Command,
  commandsOf,
  type Exchange,
  exchangeOf,
  type Tab,
  tabAt,
  tell,
  userOf,
  type World,
} from "./world.ts";

export const isChange = ({ kind }: Pick<Command, "kind">) => kind !== "look" && kind !== "second-look";

/** One browser around the lifecycle: how runner, store, lock and channel carry out each effect. */
export function createBrowserModel(machine: Machine) {
  const { rules } = machine;

  function dispatch(world: World, place: number, event: SessionEvent): void {
    const tab = tabAt(world, place);
    const before = tab.state;
    if (event.type === "sign-in-started") tab.meant = event.generation;
    if (event.type === "sign-out" && event.idToken === undefined) tab.meant = undefined;
    const step = machine.transition(before, event, world.now);
    tab.state = step.state;
    const { dueAt } = step.state;
    if (step.state !== before) tab.timer = dueAt === undefined ? undefined : dueAt - world.now;
    if (rules.notesSignOuts) noteEnds(world, before, step);
    checkStep(world, tab, { before, event, step });
    const isOther = before.session?.idToken !== step.state.session?.idToken;
    const aborted = isOther && rules.abortsExchanges ? abort(world, place) : undefined;
    for (const effect of step.effects) perform(world, place, effect, isAction(event));
    // The browser grants a lock after the step that asks for it.
    grant(world);
    // An abort takes effect after the step that caused it.
    if (aborted) fail(world, aborted);
  }

  function perform(world: World, place: number, effect: Effect, isAsked: boolean): void {
    const tab = tabAt(world, place);
    switch (effect.type) {
      case "exchange":
        for (const exchange of world.exchanges) if (exchange.tab === place) exchange.isLast = false;
        world.exchanges.push({
          ...{ tab: place, held: effect.held, stage: "waiting", hasLock: false },
          ...{ isAborted: false, isStolen: false, isLast: true },
        });
        return;
      case "read":
        look(tab);
        return;
      case "store":
      case "clear": {
        const { type: kind, record, base, expected, endedAt } = effect;
        give(tab, { kind, record, base, expected, endedAt, isAsked });
        return;
      }
      case "store-user": {
        give(tab, { kind: "store-user", generation: effect.generation, record: tab.state });
        return;
      }
      case "look-up": {
        const { session } = tab.state;
        if (!session || world.bounds.profiles === 0 || tab.calls.some(({ kind }) => kind === "profile"))
          return;
        tab.calls.push({ kind: "profile", generation: session.generation, user: userOf(session) });
        return;
      }
      case "emit":
    }
  }

  /** All calls share one read that has not begun yet. */
  function look(tab: Tab, ended?: string): void {
    if (ended !== undefined && ended === tab.state.session?.generation) tab.told = ended;
    else if (tab.isLookDue && rules.sharesLooks) return;
    tab.isLookDue = true;
    give(tab, { kind: "look" });
  }

  function give(tab: Tab, command: Omit<Command, "stage" | "isLate" | "isOvertaken">): void {
    for (const earlier of commandsOf(tab))
      if (isChange(command) || !isChange(earlier)) earlier.isOvertaken = true;
    tab.queue.push({ ...command, stage: "queued", isLate: false, isOvertaken: false });
    start(tab);
  }

  /** The next command begins when the previous one is over. */
  function start(tab: Tab): void {
    for (const [index, command] of tab.queue.entries()) {
      if (command.stage !== "queued" || (index > 0 && rules.isQueue)) continue;
      command.stage = "running";
      if (command.kind === "look") tab.isLookDue = false;
    }
  }

  /** Storage carries out a command in one transaction. `isRefused`: it accepts no write, but a removal. */
  function carryOut(world: World, command: Command, isRefused = false): void {
    const { stored } = world;
    const isOvertaken = command.isLate && command.isOvertaken && rules.lateChangesYield;
    const next = isChange(command) && !isOvertaken ? changed(command, world) : undefined;
    // IndexedDB reports transactions in the order in which it carried them out.
    const tab = world.tabs.find((each) => each.queue.includes(command) || each.late.includes(command));
    if (tab && commandsOf(tab).some(({ stage }) => stage === "done")) command.isBehind = true;
    command.stage = "done";
    if (next) {
      const isFollowed = (tab?.queue ?? []).some(
        (each) => each !== command && (each.kind === "store" || each.kind === "clear"),
      );
      checkWrite(world, command, next, isFollowed);
      if (isRefused || !next.session) command.ended = generationOf(stored);
      world.stored = isRefused ? {} : next;
      command.isWritten = true;
    }
    if (!next && givesWay(machine, command, world)) world.ended.push(generationOf(command.record ?? {}));
    command.result = world.stored;
    if (isRefused) command.isRemoved = true;
  }

  /** The record that a change writes, or `undefined` if it leaves storage unchanged. */
  function changed(command: Command, world: World): StoredRecord | undefined {
    const { stored, now } = world;
    const { kind, record = {}, base, expected, endedAt, isLate } = command;
    if (kind === "store" || kind === "clear")
      return machine.isExpectedRecord(stored, isLate, { record, base, expected, endedAt }, now)
        ? record
        : undefined;
    if (kind === "store-user")
      return stored.session && record.session && stored.session.generation === command.generation
        ? { ...stored, session: { ...stored.session, user: record.session.user } }
        : undefined;
    const { held } = command;
    if (!held) return undefined;
    const tab = world.tabs.find((each) => each.queue.includes(command) || each.late.includes(command));
    const known = tab ? machine.asStoredNow(held, tab.state) : held;
    return machine.mayStoreTokens(stored, known) ? machine.withCurrentParts(stored, record, now) : undefined;
  }

  /** The tab receives the result of a finished command. */
  function deliver(world: World, place: number, command: Command): void {
    const tab = tabAt(world, place);
    if (command.isStale && rules.readsAgain) {
      Object.assign(command, { stage: "running", isStale: false, result: undefined });
      return;
    }
    // A stored change outdates the tab's reads that began before it.
    if (command.isWritten || command.isRemoved)
      for (const other of commandsOf(tab))
        if (!isChange(other) && other.stage !== "queued") other.isStale = true;
    remove(tab, command);
    const { result = {}, isWritten = false } = command;
    const message = command.ended === undefined ? "changed" : signedOutMessage(command.ended);
    if (command.isRemoved || (isWritten && rules.tellsOthers)) tell(world, place, message);
    const record = seen(world, command.isRemoved ? world.stored : result);
    if (command.isLate) {
      if ((!command.isOvertaken || isWritten) && rules.lateOutcomesAreShown)
        show(world, place, record, command.isOvertaken);
      if (!command.isOvertaken && !tab.queue.some(isChange)) checkLate(tab);
    } else if (command.kind === "second-look") goOn(world, place, command, record);
    else if (command.kind === "renew" || command.kind === "end")
      conclude(world, place, command, { written: record, isStored: isWritten });
    else show(world, place, record);
  }

  /** Storage refused a command, or it took more than three seconds. A late command may still complete. */
  function giveUp(world: World, place: number, command: Command, isLate: boolean): void {
    const tab = tabAt(world, place);
    remove(tab, command);
    if (isLate) tab.late.push(Object.assign({ ...command }, { isLate }));
    const { kind } = command;
    if (kind === "second-look") {
      goOn(world, place, command, noted(world, command.held?.session));
      return;
    }
    if (kind === "renew" || kind === "end") {
      conclude(world, place, command, { isStored: false });
      return;
    }
    if (kind !== "look") {
      dispatch(world, place, { type: "storage-write-failed" });
      return;
    }
    const ended = removedIn(world, tab);
    if (ended) show(world, place, ended);
    else dispatch(world, place, { type: "storage-read-failed" });
  }

  function remove(tab: Tab, command: Command): void {
    tab.queue = tab.queue.filter((each) => each !== command);
    tab.late = tab.late.filter((each) => each !== command);
    for (const other of commandsOf(tab)) delete other.isBehind;
    start(tab);
  }

  /** Shows a stored record, unless a pending change will outdate it. */
  function show(world: World, place: number, record: StoredRecord, isOvertaken = false): void {
    const tab = tabAt(world, place);
    const isPending = isOvertaken || (rules.waitsForChanges && tab.queue.some(isChange));
    const removed = isPending || record.session ? undefined : removedIn(world, tab);
    dispatch(world, place, { type: "storage-read", record: removed ?? record, isPending });
  }

  /** The lock goes to the tab that has waited longest, and this tab reads storage again. */
  function grant(world: World): void {
    for (const exchange of world.exchanges) {
      if (rules.hasLock && world.exchanges.some(({ hasLock }) => hasLock)) return;
      if (exchange.stage !== "waiting") continue;
      exchange.hasLock = true;
      exchange.stage = "reading";
      give(tabAt(world, exchange.tab), { kind: "second-look" });
    }
  }

  function goOn(world: World, place: number, command: Command, stored: StoredRecord | undefined): void {
    const exchange = exchangeOf(world, place, command);
    if (!exchange) return;
    const { record, session } = machine.afterSecondRead(exchange.held, stored, world.now);
    const { idToken } = exchange.held.session;
    if (!session) {
      finish(world, exchange, { type: "exchange-overtaken", idToken, record });
      return;
    }
    if (exchange.isAborted) {
      fail(world, exchange);
      return;
    }
    exchange.record = { ...record, session };
    exchange.stage = "sent";
    exchange.sentAt = world.now;
    checkSent(world, exchange, stored);
  }

  /** The response has arrived: its result is written before the lock is released. */
  function answer(world: World, exchange: Exchange, answered: Tokens | { error: unknown }): void {
    const { sentAt, record: { session, retry } = {} } = exchange;
    if (!session || sentAt === undefined) throw new Error("an answer that was not asked for");
    const next = machine.nextRecord({ session, retry, sentAt, now: world.now }, exchange.held, answered);
    checkAnswer(next, sentAt);
    exchange.stage = "writing";
    exchange.next = next;
    if (next.session && !next.retry && exchange.held.isRefused) world.forced.push(next.session.idToken);
    const held = { ...exchange.held, retry } as SignedIn;
    give(tabAt(world, exchange.tab), { kind: next.session ? "renew" : "end", record: next, held });
  }

  function conclude(
    world: World,
    place: number,
    command: Command,
    { written, isStored }: { written?: StoredRecord | undefined; isStored: boolean },
  ): void {
    const exchange = exchangeOf(world, place, command);
    if (!exchange) return;
    const { held, next = {} } = exchange;
    const result = noted(world, held.session) ?? written;
    const known = machine.asStoredNow(held, tabAt(world, place).state);
    finish(world, exchange, machine.exchangeOutcome(known, next, result, isStored));
  }

  const fail = (world: World, exchange: Exchange): void =>
    finish(world, exchange, machine.abortedOutcome(exchange.held, new IdentityError("unknown"), world.now));

  /** Releases the lock before listeners hear the outcome. */
  function finish(world: World, exchange: Exchange, outcome: SessionEvent): void {
    world.exchanges = world.exchanges.filter((each) => each !== exchange);
    grant(world);
    dispatch(world, exchange.tab, outcome);
  }

  /** The part of an exchange that the runner can still abort: waiting for the lock or for the response. */
  function abort(world: World, place: number): Exchange | undefined {
    const own = world.exchanges.find(({ tab, isLast }) => tab === place && isLast);
    if (!own || own.isAborted) return undefined;
    own.isAborted = true;
    return own.stage === "reading" || own.stage === "writing" ? undefined : own;
  }

  /** Ends the work of the tab whose lock was taken, except for commands that storage already runs. */
  function loseLock(world: World, exchange: Exchange): void {
    const tab = tabAt(world, exchange.tab);
    const stage = exchange.stage === "reading" ? "second-look" : "renew";
    for (const command of tab.queue)
      if (command.kind === stage || (stage === "renew" && command.kind === "end")) command.isOrphan = true;
    fail(world, exchange);
  }

  return { dispatch, deliver, carryOut, giveUp, look, grant, answer, abort, fail, loseLock };
}
export type BrowserModel = ReturnType<typeof createBrowserModel>;
