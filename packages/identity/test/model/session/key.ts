import type { Retry } from "../../../src/http/retry.ts";
import { hasSameTokens } from "../../../src/session/order.ts";
import {
  type Place,
  placeOf,
  type Session,
  type SessionRecord,
  signOutAt,
} from "../../../src/session/record.ts";
import type { Machine } from "./machine.ts";
import { generationNumber, tokenNameOf } from "./names.ts";
import {
  BOUND_NAMES,
  type Bounds,
  type Call,
  type Command,
  callsOf,
  type Exchange,
  isRead,
  type Tab,
  type World,
} from "./world.ts";

const MOST_BYTES = 1 << 14;
/** The generation of a sign-out. */
const EVERY = signOutAt(0).end?.generation ?? "";
/** Every time of the model but stamps is a multiple of this, so that a difference fits two bytes. */
const UNIT_MS = 30_000;
const NO_TIME = 0xffff;

const REASONS = [
  undefined,
  "user-disabled",
  "user-token-expired",
  "invalid-refresh-token",
  "invalid-user-token",
] as const;
const CAUSES = [
  "network-request-failed",
  "too-many-requests",
  "unknown",
  "user-mismatch",
  "timeout",
  "internal-error",
] as const;
const KINDS = ["read", "write", "second-read", "renew"] as const;
const STAGES = ["queued", "running", "done"] as const;
const EXCHANGE_STAGES = ["waiting", "reading", "sent", "answered-tokens", "writing"] as const;
const CALLS = ["sign-in", "change", "profile"] as const;
const PAGES = ["open", "frozen", "closed"] as const;

const indexIn = (names: readonly unknown[], name: unknown): number => {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`the model has no name for ${String(name)}`);
  return index;
};
const bit = (isSet: boolean | undefined, index: number): number => (isSet ? 1 << index : 0);

/** The index of a value among those that a world has so far. */
const named = <T>(known: T[], value: T): number => {
  const index = known.indexOf(value);
  return index < 0 ? known.push(value) - 1 : index;
};

/**
 * Writes a world as text, one small number per character. Two worlds have one text if nothing that can follow tells them
 * apart (`checkKeys` tests it):
 * - users, tokens, generations and moments are numbered in the order of the text. Their own order is added only where the
 *   client can compare them. Other times are relative to now.
 * - what no later step reads is left out: a token's place after its first mention, the record of a `write`, a stored record
 *   that the tab's own absorbs, and what counts only if storage fails or is empty, or if a page opens, once the bounds
 *   exclude that.
 */
const createWriter = (machine: Machine) => {
  const out = Buffer.alloc(MOST_BYTES);
  let length = 0;
  let now = 0;
  let bounds = {} as Bounds;
  /** Whether storage may be empty, so that it counts what a tab has seen there. */
  let mayBeEmpty = true;
  /** Whether a write may fail. */
  let mayFail = true;
  let generations: string[] = [];
  let tokens: Session[] = [];
  let users: number[] = [];
  let stamps: number[] = [];
  let lookUps: number[] = [];
  /** The first change of each generation in the text, and the first turn of each change: only differences count. */
  const firsts = new Map<string, number>();
  /** The stamp of each generation. */
  const stampOf = new Map<string, number>();
  const places: number[] = [];

  const put = (value: number) => {
    out[length] = value;
    length += 1;
  };
  const span = (ms: number | undefined) => {
    const units = ms === undefined ? NO_TIME : Math.round(ms / UNIT_MS) + 16_000;
    put(units >> 8);
    put(units & 255);
  };
  const moment = (time: number | undefined) => span(time === undefined ? undefined : time - now);
  const generation = (text: string | undefined) =>
    put(text === undefined ? 0 : text === EVERY ? 1 : named(generations, text) + 2);
  const stamp = (value: number) => put(value === 0 ? 0 : named(stamps, value) + 1);
  const difference = (key: string, value: number) => {
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, value);
    put(value - (first ?? value) + 64);
  };
  const place = (value: Place) => {
    stamp(value.stamp);
    generation(value.generation);
    stampOf.set(value.generation, value.stamp);
    difference(value.generation, value.change);
    difference(`${value.generation} ${value.change}`, value.turn);
  };
  /** A token has its place and its times since its creation. */
  const token = (value: Session) => {
    const index = tokens.findIndex(({ idToken }) => idToken === value.idToken);
    if (index >= 0) return put(index);
    put(tokens.push(value) - 1);
    put(named(users, tokenNameOf(value.idToken).user));
    place(value);
    moment(value.receivedAt);
    span(value.expiresAt - value.receivedAt);
  };
  const profile = ({ user, profileAt }: Session) => {
    put(named(users, user.uid === "alice" ? 0 : 1) | bit(!!user.displayName, 1));
    put(profileAt === 0 ? 0 : named(lookUps, profileAt) + 1);
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
    const { session, end, signedOut } = value;
    if (!session) {
      put(1);
      place(end);
      return put(indexIn(REASONS, signedOut));
    }
    put(2 | bit(!!value.retry, 2) | bit(!!value.forced, 3));
    token(session);
    profile(session);
    const { refusedTurn, turn } = session;
    // An older refusal no longer counts.
    put(refusedTurn === undefined || refusedTurn < turn - 1 ? 0 : refusedTurn - turn + 2);
    if (value.retry) retry(value.retry);
    if (value.forced) retry(value.forced);
  };
  const state = ({ state: value }: Tab) => {
    put(
      bit(value.isUnsaved, 0) |
        bit(value.isUnreadable && !value.record, 1) |
        bit(mayFail && value.isStored, 2) |
        bit(value.exchanging !== undefined, 3),
    );
    record(value.record);
    if (value.exchanging) put(tokens.findIndex(({ idToken }) => idToken === value.exchanging));
    retry(value.pause);
    generation(value.latestSignIn);
  };
  /** Whether the tab's record absorbs another one, so that the tab writes its own again whatever the other one is. */
  const isAbsorbed = (own: SessionRecord | undefined, other: SessionRecord) =>
    !!own && other.end?.stamp !== 0 && !hasSameTokens(own, other) && machine.joinAll(own, other) === own;
  const result = (value: SessionRecord | undefined, own: SessionRecord | undefined) => {
    if (!value || !isAbsorbed(own, value)) return record(value);
    put(3);
    stamp(mayFail || mayBeEmpty ? placeOf(value).stamp : 0);
  };
  const command = (value: Command, isOver: boolean, own: SessionRecord | undefined) => {
    const { kind, stage } = value;
    const isDone = stage === "done";
    const isOfExchange = !isOver && !value.isOrphan && (kind === "second-read" || kind === "renew");
    // If the command cannot run out of time, or has done so, no step asks for the reason of a read or a finished write.
    const isKindRead = isOfExchange || (!isOver && bounds.faults > 0) || (kind === "renew" && !isDone);
    put(indexIn(STAGES, stage));
    put(indexIn(KINDS, isKindRead ? kind : isRead(value) ? "read" : "write"));
    put(bit(!isOver && value.isOrphan, 0) | bit(value.isWritten, 1) | ((value.behind ?? 0) << 2));
    if (isDone && isOfExchange && kind === "renew") record(value.result);
    else if (isDone) result(value.result, own);
    else if (kind === "renew") record(value.record);
    else if (kind === "write" && mayFail) stamp(value.action ?? 0);
  };
  const commands = (values: readonly Command[], isOver: boolean, own: SessionRecord | undefined) => {
    put(values.length);
    for (const value of values) command(value, isOver, own);
  };
  const exchange = ({ start, spent, next, stage, ...value }: Exchange) => {
    put(places[value.tab] ?? 0);
    put(indexIn(EXCHANGE_STAGES, stage));
    const isAnswered = stage === "writing";
    put(
      bit(value.hasLock, 0) |
        bit(value.isAborted, 1) |
        bit(value.isStolen, 2) |
        bit(value.isLast, 3) |
        bit(value.isForced && !isAnswered, 4),
    );
    token(start.session);
    retry(start.retry);
    retry(value.retry);
    record(isAnswered ? next : spent);
    if (!isAnswered) moment(value.sentAt);
  };
  const call = ({ kind, user, generation: own, base }: Call, { state: { latestSignIn }, meant }: Tab) => {
    put(indexIn(CALLS, kind));
    // No answer to this sign-in counts.
    if (kind === "sign-in" && own !== latestSignIn && own !== meant) return put(0);
    generation(own);
    put(named(users, user));
    if (!base) return;
    // New tokens follow the session that the tab shows by then, or this one. Its turn does not count.
    stamp(base.stamp);
    difference(own, base.change);
    profile(base);
  };
  const tab = (value: Tab) => {
    put(indexIn(PAGES, value.page));
    if (value.page === "closed") return;
    put(bit(value.isReadQueued, 0));
    state(value);
    const { record: own } = value.state;
    // An end before the tab's record adds nothing to it.
    stamp(mayBeEmpty && !(own && value.seen < placeOf(own).stamp) ? value.seen : 0);
    span(value.timer);
    moment(value.dueAt);
    commands(value.queue, false, own);
    commands(value.unfinished, true, own);
    put(value.inbox);
    const calls = callsOf(bounds, value);
    put(calls.length);
    for (const each of calls) call(each, value);
  };
  /** Only generations that still occur, because no other can come back. */
  const known = (history: readonly string[]) => {
    const indexes = history.map((text) => generations.indexOf(text)).filter((index) => index >= 0);
    put(indexes.length);
    for (const index of indexes.sort((a, b) => a - b)) put(index);
  };
  const ranks = (values: readonly number[]) => {
    for (const value of values) put(values.filter((other) => other < value).length);
  };
  /** The order of moments, and how far they are from the present if a move of the clock may change that. */
  const moments = (values: readonly number[], present: number, isExact: boolean) => {
    if (!isExact) return ranks([...values, present]);
    for (const value of values) for (const shift of [24, 16, 8, 0]) put(((value - present) >> shift) & 255);
  };
  const history = (world: World, order: readonly number[]) => {
    for (const name of BOUND_NAMES) put(bounds[name]);
    put(bit(world.isTroubled, 0));
    if (!world.isTroubled)
      put(world.last === undefined ? 0 : world.last === "" ? 1 : generations.indexOf(world.last) + 3);
    // If no page can open, only those count whose end is not noted.
    const isUnnoted = (own: string) => (stampOf.get(own) ?? 0) > world.note;
    known(bounds.pages > 0 ? world.signedOut : world.signedOut.filter(isUnnoted));
    known(world.ended);
    for (const place of order) {
      const { left = [], meant, calls = [] } = world.tabs[place] ?? {};
      known(left);
      const isPending = calls.some((each) => each.kind === "sign-in" && each.generation === meant);
      known(meant === undefined || !isPending ? [] : [meant]);
    }
  };

  return (world: World, order: readonly number[]): string => {
    ({ now, bounds } = world);
    length = 0;
    generations = [];
    tokens = [];
    users = [];
    stamps = [];
    lookUps = [];
    firsts.clear();
    stampOf.clear();
    const isEmpty = ({ result }: Command) => result?.end?.stamp === 0;
    const isUnknown = ({ stage, result }: Command) => stage === "done" && !result;
    const all = world.tabs.flatMap(({ queue, unfinished }) => [...queue, ...unfinished]);
    mayBeEmpty =
      bounds.faults + bounds.clears > 0 || (!world.stored && !world.isForeign) || all.some(isEmpty);
    mayFail = bounds.faults > 0 || world.isForeign || all.some(isUnknown);
    for (const [place, tab] of order.entries()) places[tab] = place;
    put(bit(world.isForeign, 0));
    record(world.stored);
    stamp(world.note);
    for (const place of order) tab(world.tabs[place] as Tab);
    put(world.exchanges.length);
    // Keep the order of the exchanges, because it is the order in which tabs wait for the lock.
    for (const value of world.exchanges) exchange(value);
    const chances = tokens.flatMap(({ idToken }, index) => (world.forced.includes(idToken) ? [index] : []));
    put(chances.length);
    chances.forEach(put);
    if (world.hasHistory) history(world, order);
    const present = now + world.tick;
    const mayTie = bounds.clock > 0 || stamps.some((value) => value > present);
    moments(stamps, present, mayTie);
    // Without another lookup, only their order counts.
    const isExact = bounds.clock > 0 || lookUps.some((value) => value > present);
    if (bounds.profiles === 0) ranks(lookUps);
    else moments(lookUps, present, isExact);
    // The names of two sessions of one stamp are compared.
    if (mayTie) ranks(generations.map(generationNumber));
    const isSamePlace = (one: Session, other: Session) =>
      one !== other &&
      one.generation === other.generation &&
      one.change === other.change &&
      one.turn === other.turn;
    // Two tabs without a lock can make two tokens of one turn, and these are compared.
    if (tokens.some((one) => tokens.some((other) => isSamePlace(one, other))))
      ranks(tokens.map(({ idToken }) => tokenNameOf(idToken).token));
    if (length > MOST_BYTES) throw new Error("a world is larger than its buffer");
    return out.toString("latin1", 0, length);
  };
};

const permutations = (places: readonly number[]): number[][] =>
  places.length < 2
    ? [[...places]]
    : places.flatMap((first) =>
        permutations(places.filter((place) => place !== first)).map((rest) => [first, ...rest]),
      );
/** The orders of one, two and three tabs. */
const ORDERS = [[], [0], [0, 1], [0, 1, 2]].map(permutations);

/** A number that renaming tabs, tokens and generations does not change. Times are multiples of the unit. */
function rankOf(bounds: Bounds, tab: Tab): number {
  const { state, timer = 0, queue, unfinished, inbox } = tab;
  const lengths = [
    queue.length,
    unfinished.length,
    inbox,
    callsOf(bounds, tab).length,
    state.record?.session ? 1 : 0,
  ];
  return lengths.reduce((rank, length) => rank * 8 + length, timer / UNIT_MS);
}

/**
 * The key of a world: the smallest text among all orders of its tabs by rank. Only tabs of equal rank have several orders,
 * because writing a world takes a third of the search's time.
 */
export function createKey(machine: Machine): (world: World) => string {
  const write = createWriter(machine);
  return (world) => {
    const ranks = world.tabs.map((tab) => rankOf(world.bounds, tab));
    const rank = (place = 0): number => ranks[place] ?? 0;
    let best: string | undefined;
    for (const order of ORDERS[ranks.length] ?? []) {
      if (order.some((place, index) => index > 0 && rank(order[index - 1]) > rank(place))) continue;
      const text = write(world, order);
      if (best === undefined || text < best) best = text;
    }
    return best ?? "";
  };
}
