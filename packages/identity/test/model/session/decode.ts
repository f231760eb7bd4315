import type { Retry } from "../../../src/http/back-off.ts";
import type { Place, Session, SessionRecord } from "../../../src/session/record.ts";
import type { SessionState } from "../../../src/session/state.ts";
import { CALLS, CAUSES, EVERY, EXCHANGE_STAGES, KINDS, PAGES, REASONS, STAGES, UNIT_MS } from "./encode.ts";
import { generation as generationText, idToken, profile, USERS } from "./names.ts";
import {
  BOUND_NAMES,
  type Call,
  type Command,
  closedTab,
  type Exchange,
  type LiveRecord,
  type Tab,
  type World,
} from "./world.ts";

/** The time of every decoded world. */
const NOW = 1000 * 3_600_000;

/** Decodes a world from its text. */
export const readWorld = createReader();

function createReader() {
  let text = "";
  let at = 0;
  let users: number[] = [];
  let generations = 0;
  const get = (): number => text.charCodeAt(at++);
  const pick = <const Names extends readonly unknown[]>(names: Names): Names[number] => names[get()];
  const has = (bits: number, index: number) => (bits & (1 << index)) !== 0;
  const many = <T>(read: () => T, count = get()): T[] => {
    const values: T[] = [];
    for (let index = 0; index < count; index += 1) values.push(read());
    return values;
  };

  const span = (): number | undefined => {
    const high = get();
    const low = get();
    return high === 255 && low === 255 ? undefined : (high * 256 + low - 16_000) * UNIT_MS;
  };
  const moment = () => {
    const ms = span();
    return ms === undefined ? undefined : NOW + ms;
  };
  const generation = (): string | undefined => {
    const number = get();
    generations = Math.max(generations, number - 1);
    return number === 0 ? undefined : number === 1 ? EVERY : generationText(number - 2);
  };
  const stamp = (): number => {
    const at = moment();
    return at === undefined ? 0 : at + get();
  };
  const place = (): Place => ({
    stamp: stamp(),
    generation: generation() ?? "",
    change: get(),
    turn: get(),
  });
  const token = () => {
    const number = get();
    return idToken({ user: users[number] ?? 0, token: number });
  };
  const session = (): Session => {
    const number = get();
    const bits = get();
    const user = bits & 1;
    users[number] = user;
    const own = place();
    const refused = get();
    const profileAt = stamp();
    const receivedAt = moment() ?? 0;
    const expiresAt = receivedAt + (span() ?? 0);
    return {
      idToken: idToken({ user, token: number }),
      refreshToken: USERS[user] ?? "",
      handle: undefined,
      ...own,
      refusedTurn: refused === 0 ? undefined : own.turn + refused - 2,
      profileAt,
      receivedAt,
      expiresAt,
      user: profile(has(bits, 2) ? 1 : 0, has(bits, 1) ? 1 : 0),
    };
  };
  const retry = (): Retry | undefined => {
    const attempt = get();
    if (attempt === 0) return undefined;
    const cause = pick(CAUSES);
    return { attempt, cause, failedAt: moment() ?? 0, retryAt: moment() ?? 0 };
  };
  const record = (): SessionRecord | undefined => {
    const bits = get();
    if (bits === 0) return undefined;
    if (!has(bits - 1, 0)) return { end: place(), signedOut: pick(REASONS) };
    const own = session();
    return {
      session: own,
      retry: has(bits - 1, 1) ? retry() : undefined,
      forced: has(bits - 1, 2) ? retry() : undefined,
    };
  };
  const state = (): SessionState => {
    const bits = get();
    // The session of the token comes after it, so its user is known only then.
    const exchanging = has(bits, 3) ? get() : undefined;
    const own = record();
    return {
      isStored: has(bits, 4),
      isUnsaved: has(bits, 0),
      isUnreadable: has(bits, 1),
      isForeign: has(bits, 2),
      record: own,
      exchanging:
        exchanging === undefined ? undefined : idToken({ user: users[exchanging] ?? 0, token: exchanging }),
      pause: retry(),
      latestSignIn: generation(),
    };
  };
  const command = (): Command => {
    const kind = pick(KINDS);
    const stage = pick(STAGES);
    const bits = get();
    const value: Command = { kind, stage, isOver: has(bits, 0) };
    if (has(bits, 1)) value.isAction = true;
    if (has(bits, 2)) value.isOrphan = true;
    if (has(bits, 3)) value.isWritten = true;
    if (has(bits, 4)) value.isBehind = true;
    value.record = record();
    value.result = record();
    return value;
  };
  const exchange = (): Exchange => {
    const tab = get();
    const stage = pick(EXCHANGE_STAGES);
    const bits = get();
    return {
      tab,
      stage,
      hasLock: has(bits, 0),
      isAborted: has(bits, 1),
      isStolen: has(bits, 2),
      isLast: has(bits, 3),
      isForced: has(bits, 4),
      start: record() as LiveRecord,
      spent: record() as LiveRecord | undefined,
      next: record(),
      sentAt: moment(),
    };
  };
  const call = (): Call => {
    const kind = pick(CALLS);
    const user = get();
    const own = generation() ?? "";
    return { kind, user, generation: own, ...(get() === 1 && { base: session() }) };
  };
  const tab = (): Tab => {
    const page = pick(PAGES);
    if (page === "closed") return closedTab();
    return {
      page,
      isReadQueued: get() === 1,
      state: state(),
      seen: stamp(),
      timer: span(),
      dueAt: moment(),
      queue: many(command),
      unfinished: many(command),
      inbox: many(get),
      calls: many(call),
      left: [],
    };
  };

  return (written: string): World => {
    text = written;
    at = 0;
    users = [];
    generations = 0;
    const hasHistory = get() === 1;
    const count = get();
    const tick = get();
    const isForeign = get() === 1;
    const stored = record();
    const note = stamp();
    const tabs = many(tab, count);
    const exchanges = many(exchange);
    const forced = many(token);
    const world: World = {
      now: NOW,
      tick,
      tabs,
      stored,
      isForeign,
      note,
      exchanges,
      forced,
      hasHistory,
      isTroubled: false,
      signedOut: [],
      ended: [],
      bounds: { actions: 0, profiles: 0, faults: 0, clock: 0, pages: 0, clears: 0 },
      nextToken: users.length,
      nextGeneration: generations,
    };
    if (!hasHistory) return world;
    for (const name of BOUND_NAMES) world.bounds[name] = get();
    world.isTroubled = get() === 1;
    const last = get();
    world.last = last === 0 ? undefined : last === 1 ? "" : generation();
    world.nextGeneration = generations;
    world.signedOut = many(() => generationText(get()));
    world.ended = many(() => generationText(get()));
    for (const each of tabs) {
      each.left = many(() => generationText(get()));
      [each.meant] = many(() => generationText(get()));
    }
    return world;
  };
}
