import type { Retry } from "../../../src/http/back-off.ts";
import { type Place, type Session, type SessionRecord, signOutAt } from "../../../src/session/record.ts";
import type { SessionState } from "../../../src/session/state.ts";
import { generationNumber, tokenNameOf } from "./names.ts";
import { BOUND_NAMES, type Command, commandsOf, type Exchange, type Tab, type World } from "./world.ts";

const MOST_BYTES = 1 << 14;
/** The generation of a sign-out. */
export const EVERY = signOutAt(0).end?.generation ?? "";
/** The number that encodes "no time". */
const NO_SPAN = 0xffff;

/** Every time of the model is a multiple of this, so that a difference fits two bytes. */
export const UNIT_MS = 30_000;

export const REASONS = [
  undefined,
  "user-disabled",
  "user-token-expired",
  "invalid-refresh-token",
  "invalid-user-token",
] as const;
export const CAUSES = [
  "network-request-failed",
  "too-many-requests",
  "unknown",
  "user-mismatch",
  "timeout",
  "internal-error",
] as const;
export const KINDS = ["read", "write", "second-read", "renew"] as const;
export const STAGES = ["queued", "running", "done"] as const;
export const EXCHANGE_STAGES = ["waiting", "reading", "sent", "answered-tokens", "writing"] as const;
export const CALLS = ["sign-in", "change", "profile"] as const;
export const PAGES = ["open", "frozen", "closed"] as const;

const indexIn = (names: readonly unknown[], name: unknown): number => {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`the model has no name for ${String(name)}`);
  return index;
};
const bit = (isSet: boolean | undefined, index: number): number => (isSet ? 1 << index : 0);

/**
 * Encodes a world as text, one small number per character. Tokens and generations are numbered in the order
 * of their names, and times are relative to now, so that worlds that differ only in names or by a shift of the clock get
 * the same text.
 */
export const writeWorld = createWriter();

/** Creates its functions once, because they run for millions of worlds. */
function createWriter() {
  let now = 0;
  const out = Buffer.alloc(MOST_BYTES);
  let length = 0;
  let generations: number[] = [];
  let tokens: number[] = [];
  /** The lowest change of each generation, and the lowest turn of each change: only differences count. */
  const lowest = new Map<string, number>();
  /** The place of each tab in the canonical order. */
  const places: number[] = [];

  const put = (value: number) => {
    out[length] = value;
    length += 1;
  };
  const named = (known: number[], number: number): number => {
    let index = known.indexOf(number);
    if (index < 0) index = known.push(number) - 1;
    return index;
  };
  const span = (ms: number | undefined) => {
    const units = ms === undefined ? NO_SPAN : Math.round(ms / UNIT_MS) + 16_000;
    put(units >> 8);
    put(units & 255);
  };
  const moment = (time: number | undefined) => span(time === undefined ? undefined : time - now);
  const generation = (text: string | undefined) =>
    put(text === undefined ? 0 : text === EVERY ? 1 : named(generations, generationNumber(text)) + 2);
  /** A time of the user's clock: units of the model, and the actions since. */
  const stamp = (value: number) => {
    if (value === 0) return span(undefined);
    const units = Math.floor((value - now) / UNIT_MS);
    span(units * UNIT_MS);
    put(value - now - units * UNIT_MS);
  };
  const changeOf = ({ generation: own, change }: Place) => change - (lowest.get(own) ?? 0);
  const turnOf = ({ generation: own, change }: Place, turn: number) =>
    turn - (lowest.get(`${own} ${change}`) ?? 0);
  const placeOf = (value: Place) => {
    stamp(value.stamp);
    generation(value.generation);
    put(changeOf(value));
    put(turnOf(value, value.turn));
  };
  const session = (value: Session) => {
    const { user, token } = tokenNameOf(value.idToken);
    put(named(tokens, token));
    put(user | bit(!!value.user.displayName, 1) | bit(value.user.uid !== "alice", 2));
    placeOf(value);
    const { refusedTurn } = value;
    // An older refusal no longer counts.
    put(refusedTurn === undefined || refusedTurn < value.turn - 1 ? 0 : refusedTurn - value.turn + 2);
    stamp(value.profileAt);
    moment(value.receivedAt);
    span(value.expiresAt - value.receivedAt);
  };
  const retry = (value: Retry | undefined) => {
    if (!value) return put(0);
    put(value.attempt);
    put(indexIn(CAUSES, value.cause));
    moment(value.failedAt);
    moment(value.retryAt);
  };
  const record = (value: SessionRecord | undefined) => {
    if (!value) return put(0);
    put(1 + (bit(!!value.session, 0) | bit(!!value.retry, 1) | bit(!!value.forced, 2)));
    if (!value.session) {
      placeOf(value.end);
      return put(indexIn(REASONS, value.signedOut));
    }
    session(value.session);
    if (value.retry) retry(value.retry);
    if (value.forced) retry(value.forced);
  };
  const state = (value: SessionState) => {
    put(
      bit(value.isUnsaved, 0) |
        bit(value.isUnreadable && !value.record, 1) |
        bit(value.isForeign, 2) |
        bit(!!value.exchanging, 3) |
        bit(value.isStored, 4),
    );
    if (value.exchanging) put(named(tokens, tokenNameOf(value.exchanging).token));
    record(value.record);
    retry(value.pause);
    generation(value.latestSignIn);
  };
  const command = (value: Command) => {
    put(indexIn(KINDS, value.kind));
    put(indexIn(STAGES, value.stage));
    put(
      bit(value.isOver, 0) |
        bit(value.isAction, 1) |
        bit(value.isOrphan, 2) |
        bit(value.isWritten, 3) |
        bit(value.isBehind, 4),
    );
    record(value.record);
    record(value.result);
  };
  const commands = (values: readonly Command[]) => {
    put(values.length);
    values.forEach(command);
  };
  const exchange = (value: Exchange) => {
    put(places[value.tab] ?? 0);
    put(indexIn(EXCHANGE_STAGES, value.stage));
    put(
      bit(value.hasLock, 0) |
        bit(value.isAborted, 1) |
        bit(value.isStolen, 2) |
        bit(value.isLast, 3) |
        bit(value.isForced, 4),
    );
    record(value.start);
    record(value.spent);
    record(value.next);
    moment(value.sentAt);
  };
  const tab = (value: Tab) => {
    put(indexIn(PAGES, value.page));
    if (value.page === "closed") return;
    put(bit(value.isReadQueued, 0));
    state(value.state);
    stamp(value.seen);
    span(value.timer);
    moment(value.dueAt);
    commands(value.queue);
    commands(value.unfinished);
    put(value.inbox.length);
    for (const from of value.inbox) put(places[from] ?? 0);
    put(value.calls.length);
    for (const call of value.calls) {
      put(indexIn(CALLS, call.kind));
      put(call.user);
      generation(call.generation);
      put(call.base ? 1 : 0);
      if (call.base) session(call.base);
    }
  };
  /** Encode only generations that still occur, because no other can come back. */
  const known = (history: readonly string[]) => {
    if (history.length === 0) return put(0);
    const numbers = history.map((text) => generations.indexOf(generationNumber(text))).filter((n) => n >= 0);
    put(numbers.length);
    for (const number of numbers.sort((a, b) => a - b)) put(number);
  };

  const findGeneration = (text: string | undefined) => {
    if (text && text !== EVERY) named(generations, generationNumber(text));
  };
  /** Finds the names in a record, and the lowest places. */
  const find = (value: SessionRecord | undefined) => {
    if (!value) return;
    const { generation: own, change, turn } = value.session ?? value.end;
    const key = `${own} ${change}`;
    lowest.set(own, Math.min(lowest.get(own) ?? change, change));
    lowest.set(key, Math.min(lowest.get(key) ?? turn, turn));
    findGeneration(own);
    if (value.session) named(tokens, tokenNameOf(value.session.idToken).token);
  };
  const findAll = ({ stored, tabs, exchanges }: World) => {
    find(stored);
    for (const { state: own, calls, ...each } of tabs) {
      find(own.record);
      findGeneration(own.latestSignIn);
      for (const { base, generation: name } of calls) {
        if (base) find({ session: base });
        findGeneration(name);
      }
      for (const { record: written, result } of commandsOf({ state: own, calls, ...each }))
        [written, result].forEach(find);
    }
    for (const { start, spent, next } of exchanges) [start, spent, next].forEach(find);
    // The order of names decides ties, so they keep it.
    generations.sort((a, b) => a - b);
    tokens.sort((a, b) => a - b);
  };

  return (world: World, order: readonly number[], isSituation: boolean): string => {
    now = world.now;
    length = 0;
    generations = [];
    tokens = [];
    lowest.clear();
    findAll(world);
    for (const [place, tab] of order.entries()) places[tab] = place;
    put(isSituation || !world.hasHistory ? 0 : 1);
    put(order.length);
    put(world.tick);
    put(bit(world.isForeign, 0));
    record(world.stored);
    stamp(world.note);
    for (const place of order) tab(world.tabs[place] as Tab);
    put(world.exchanges.length);
    // Keep the order of the exchanges, because it is the order in which tabs wait for the lock.
    for (const value of world.exchanges) exchange(value);
    const chances = world.forced.map((text) => tokens.indexOf(tokenNameOf(text).token)).filter((n) => n >= 0);
    put(chances.length);
    for (const chance of chances.sort((a, b) => a - b)) put(chance);
    if (!isSituation && world.hasHistory) {
      for (const name of BOUND_NAMES) put(world.bounds[name]);
      put(bit(world.isTroubled, 0));
      put(world.last === undefined ? 0 : world.last === "" ? 1 : 2);
      if (world.last) generation(world.last);
      known(world.signedOut);
      known(world.ended);
      for (const place of order) {
        const { left = [], meant } = world.tabs[place] ?? {};
        known(left);
        known(meant === undefined ? [] : [meant]);
      }
    }
    if (length > MOST_BYTES) throw new Error("a world is larger than its buffer");
    return out.toString("latin1", 0, length);
  };
}
