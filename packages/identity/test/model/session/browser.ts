import { hasCode, IdentityError } from "../../../src/errors/identity-error.ts";
import { BACK_OFF } from "../../../src/http/back-off.ts";
import { hasSameTokens } from "../../../src/session/order.ts";
import { placeOf, type SessionRecord, signOutAt } from "../../../src/session/record.ts";
import { type Effect, type ExchangeResult, retryOf, type SessionEvent } from "../../../src/session/state.ts";
import type { Tokens } from "../../../src/session/tokens.ts";
import type { Machine } from "./machine.ts";
import { checkAnswer, checkSent, checkStep, checkWrite } from "./safety.ts";
import {
  type Command,
  commandsOf,
  type Exchange,
  exchangeOf,
  isRead,
  type LiveRecord,
  notify,
  type Tab,
  tabAt,
  type World,
} from "./world.ts";

const EMPTY = signOutAt(0);

/** One browser around the lifecycle: how runner, store, lock and channel carry out each effect. */
export function createBrowserModel(machine: Machine) {
  const noteOf = ({ note }: World): SessionRecord => signOutAt(note);

  function dispatch(world: World, place: number, event: SessionEvent): void {
    const tab = tabAt(world, place);
    const before = tab.state;
    if (event.type === "sign-in-started") tab.meant = event.generation;
    if (event.type === "sign-out") tab.meant = undefined;
    const step = machine.transition(before, event, world.now);
    tab.state = step.state;
    const dueAt = machine.dueAtOf(step.state, world.now);
    tab.dueAt = dueAt;
    tab.timer = dueAt === undefined ? undefined : dueAt - world.now;
    checkStep(world, tab, { before, event, step });
    const isOther = !hasSameTokens(before.record, step.state.record);
    const aborted = isOther ? abort(world, place) : undefined;
    for (const effect of step.effects) perform(world, place, effect);
    // The browser grants a lock after the step that asks for it.
    grant(world);
    // An abort takes effect after the step that caused it.
    if (aborted) fail(world, aborted);
  }

  function perform(world: World, place: number, effect: Effect): void {
    const tab = tabAt(world, place);
    const { record } = tab.state;
    switch (effect.type) {
      case "exchange":
        for (const exchange of world.exchanges) if (exchange.tab === place) exchange.isLast = false;
        world.exchanges.push({
          tab: place,
          start: record as LiveRecord,
          retry: retryOf(tab.state),
          isForced: effect.isForced,
          stage: "waiting",
          hasLock: false,
          isAborted: false,
          isStolen: false,
          isLast: true,
        });
        return;
      case "read":
        read(tab);
        return;
      case "write":
        if (!record) return;
        if (effect.isAction && record.end) world.note = Math.max(world.note, record.end.stamp);
        if (effect.isAction) for (const command of commandsOf(tab)) delete command.action;
        give(tab, { kind: "write", action: effect.isAction ? placeOf(record).stamp : undefined });
        return;
      case "look-up": {
        const session = record?.session;
        if (!session || world.bounds.profiles === 0 || tab.calls.some(({ kind }) => kind === "profile"))
          return;
        const user = session.user.uid === "bob" ? 1 : 0;
        tab.calls.push({ kind: "profile", generation: session.generation, user });
        return;
      }
      case "emit":
    }
  }

  /** All calls share one read that has not begun yet. */
  function read(tab: Tab): void {
    if (tab.isReadQueued) return;
    tab.isReadQueued = true;
    give(tab, { kind: "read" });
  }

  function give(tab: Tab, command: Omit<Command, "stage" | "isOver">): void {
    tab.queue.push({ ...command, stage: "queued", isOver: false });
    start(tab);
  }

  /** A command begins when the one before it is over. */
  function start(tab: Tab): void {
    const [command] = tab.queue;
    if (command?.stage !== "queued") return;
    command.stage = "running";
    if (command.kind === "read") tab.isReadQueued = false;
  }

  /** An empty storage ends what the tab has seen there. */
  const endOfSeen = ({ seen }: Tab) => signOutAt(seen);
  const readIn = ({ stored, isForeign }: World, tab: Tab): SessionRecord | undefined =>
    isForeign ? undefined : (stored ?? endOfSeen(tab));

  /** Storage carries out a command in one transaction. `isRefused`: it takes no record, but removes what an end ends. */
  function carryOut(world: World, place: number, command: Command, isRefused = false): void {
    const tab = tabAt(world, place);
    // IndexedDB reports transactions in the order in which it carried them out.
    command.behind = commandsOf(tab).filter(({ stage }) => stage === "done").length;
    command.stage = "done";
    // As in the store and the exchange: a write joins what the tab knows by then.
    const own = command.record ?? (command.kind === "write" ? tab.state.record : undefined);
    if (!own) {
      command.result = world.isForeign ? undefined : (world.stored ?? EMPTY);
      return;
    }
    const record = machine.joinAll(own, tab.state.record);
    if (isRefused && record.session) {
      giveUp(world, place, command, false);
      return;
    }
    const before = readIn(world, tab);
    const next = machine.nextStored(before, record, command.action !== undefined);
    command.result = next;
    if (!next || next === before) return;
    command.isWritten = true;
    // A refused end of another end changes nothing.
    if (isRefused && before?.end) return;
    if (!isRefused) checkWrite(world, command, before, next);
    world.stored = isRefused ? undefined : next;
    world.isForeign = false;
  }

  /** The tab receives the result of a finished command. */
  function deliver(world: World, place: number, command: Command): void {
    const tab = tabAt(world, place);
    remove(tab, command);
    for (const other of commandsOf(tab)) if (other.behind) other.behind -= 1;
    // A read is parsed when the tab receives it.
    const isEmpty = command.result && isRead(command) && placeOf(command.result).stamp === 0;
    const result = isEmpty ? endOfSeen(tab) : command.result;
    if (command.isWritten) notify(world, place);
    if (result) tab.seen = Math.max(tab.seen, placeOf(result).stamp);
    if (command.isOver) show(world, place, result);
    else if (command.kind === "second-read") goOn(world, place, command, result);
    else if (command.kind === "renew") conclude(world, place, command, result);
    else show(world, place, result);
  }

  /** Storage refused a command, or it took more than three seconds. Such a command may still complete. */
  function giveUp(world: World, place: number, command: Command, isOver: boolean): void {
    const tab = tabAt(world, place);
    remove(tab, command);
    if (isOver) tab.unfinished.push(Object.assign({ ...command }, { isOver }));
    if (command.kind === "second-read") goOn(world, place, command, undefined);
    else if (command.kind === "renew") conclude(world, place, command, undefined);
    else
      dispatch(world, place, {
        type: "storage-failed",
        isWrite: command.kind === "write",
        note: noteOf(world),
      });
  }

  function remove(tab: Tab, command: Command): void {
    tab.queue = tab.queue.filter((each) => each !== command);
    tab.unfinished = tab.unfinished.filter((each) => each !== command);
    start(tab);
  }

  function show(world: World, place: number, record: SessionRecord | undefined): void {
    for (const command of commandsOf(tabAt(world, place)))
      if (record && command.action !== undefined && placeOf(record).stamp >= command.action)
        delete command.action;
    dispatch(world, place, { type: "storage-read", record, note: noteOf(world) });
  }

  /** The lock goes to the tab that has waited longest, and this tab reads storage again. */
  function grant(world: World): void {
    for (const exchange of world.exchanges) {
      if (world.exchanges.some(({ hasLock }) => hasLock)) return;
      if (exchange.stage !== "waiting") continue;
      exchange.hasLock = true;
      exchange.stage = "reading";
      give(tabAt(world, exchange.tab), { kind: "second-read" });
    }
  }

  function goOn(world: World, place: number, command: Command, stored: SessionRecord | undefined): void {
    const exchange = exchangeOf(world, place, command);
    if (!exchange) return;
    const { start: begun } = exchange;
    const found = machine.joinAll(tabAt(world, place).state.record ?? begun, stored, noteOf(world));
    const spent = machine.recordToExchange(begun, found, world.now);
    if (!spent) {
      finish(world, exchange, { idToken: begun.session.idToken, record: found });
      return;
    }
    if (exchange.isAborted) {
      fail(world, exchange);
      return;
    }
    exchange.spent = spent;
    exchange.stage = "sent";
    exchange.sentAt = world.now;
    checkSent(world, exchange, stored);
  }

  /** The response has arrived: its result is written before the lock is released. */
  function answer(world: World, exchange: Exchange, answered: Tokens | { error: unknown }): void {
    const { sentAt, spent, isForced } = exchange;
    if (!spent || sentAt === undefined) throw new Error("an answer that was not asked for");
    const next = machine.recordAfter(spent, answered, {
      sentAt,
      answeredAt: world.now,
      isForced,
      backOff: BACK_OFF,
    });
    const isRefused = "error" in answered && hasCode(answered.error, "user-token-expired");
    checkAnswer(next, spent.session, { sentAt, isRefused });
    exchange.stage = "writing";
    exchange.next = next;
    const { turn, refusedTurn } = spent.session;
    if (next.session && !next.retry && refusedTurn === turn) world.forced.push(next.session.idToken);
    give(tabAt(world, exchange.tab), { kind: "renew", record: next });
  }

  function conclude(world: World, place: number, command: Command, written: SessionRecord | undefined): void {
    const exchange = exchangeOf(world, place, command);
    if (!exchange?.next) return;
    const { start: begun, next } = exchange;
    const record = machine.joinAll(next, written, noteOf(world));
    const { idToken } = begun.session;
    finish(world, exchange, { idToken, record, isOwn: hasSameTokens(record, next), isUnsaved: !written });
  }

  const fail = (world: World, exchange: Exchange): void => {
    const pause = machine.retryAfter(new IdentityError("unknown"), exchange.retry, world.now, BACK_OFF);
    finish(world, exchange, { idToken: exchange.start.session.idToken, pause });
  };

  /** Releases the lock before listeners hear the outcome. */
  function finish(world: World, exchange: Exchange, result: ExchangeResult): void {
    world.exchanges = world.exchanges.filter((each) => each !== exchange);
    grant(world);
    dispatch(world, exchange.tab, { type: "exchanged", ...result });
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
    const kind = exchange.stage === "reading" ? "second-read" : "renew";
    for (const command of tab.queue) if (command.kind === kind) command.isOrphan = true;
    fail(world, exchange);
  }

  /** The stamp of an action of the user in this tab. */
  function act(world: World, { state }: Tab): number {
    world.tick += 1;
    return machine.nextStampAfter(world.now + world.tick, state.record, noteOf(world));
  }

  return { act, dispatch, deliver, carryOut, giveUp, read, grant, answer, abort, fail, loseLock };
}
export type BrowserModel = ReturnType<typeof createBrowserModel>;
