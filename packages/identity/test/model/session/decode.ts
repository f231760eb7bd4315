import { signedOutMessage } from "../../../src/session/channel.ts";
import type { Retry } from "../../../src/session/retry.ts";
import type { Session, StoredRecord } from "../../../src/session/session.ts";
import type { SessionState, SignedIn } from "../../../src/session/state.ts";
import { newPopup } from "../popup/window.ts";
import {
  ANSWERS,
  CALLS,
  CAUSES,
  DURABILITIES,
  EXCHANGE_STAGES,
  KINDS,
  MESSAGES,
  PAGES,
  PHASES,
  POPUP_PHASES,
  REASONS,
  SIGN_INS_AT,
  STAGES,
  STATUSES,
  UNIT_MS,
  WINDOWS,
} from "./encode.ts";
import { generation as generationText, idToken, profile, USERS } from "./names.ts";
import {
  BOUND_NAMES,
  type Call,
  type Command,
  closedTab,
  type Exchange,
  type Heard,
  type Popup,
  type Tab,
  type World,
} from "./world.ts";

const NEWER = { version: 2 };
/** The time of every decoded world. */
const NOW = 1000 * 3_600_000;

/** Decodes a world from its text. */
export const readWorld = createReader();

function createReader() {
  let text = "";
  let at = 0;
  let users: number[] = [];
  let generations = 0;
  const nameOf = (user: number, token: number) => ({
    ...{ user, token },
    signedInAt: text.charCodeAt(text.length - text.charCodeAt(SIGN_INS_AT) + token),
  });
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
    return number === 0 ? undefined : number === 1 ? "" : generationText(number - 2);
  };
  const list = () => {
    const count = get();
    return count === 255 ? undefined : many(() => generation() ?? "", count);
  };
  const session = (): Session => {
    const token = get();
    const bits = get();
    const user = bits & 1;
    users[token] = user;
    const own = generation() ?? "";
    const receivedAt = moment() ?? 0;
    const expiresAt = receivedAt + (span() ?? 0);
    const shown = profile(has(bits, 2) ? 1 : 0, has(bits, 1) ? 1 : 0);
    const value: Session = {
      idToken: idToken(nameOf(user, token)),
      refreshToken: USERS[user] ?? "",
      receivedAt,
      expiresAt,
      generation: own,
      user: shown,
    };
    return has(bits, 3) ? { ...value, isSecondChance: true } : value;
  };
  const retry = (): Retry | undefined => {
    const attempt = get();
    if (attempt === 0) return undefined;
    const cause = pick(CAUSES);
    return { attempt, failedAt: moment() ?? 0, startAt: moment() ?? 0, retryAt: moment() ?? 0, cause };
  };
  const record = (): StoredRecord | undefined => {
    const bits = get();
    if (bits === 0) return undefined;
    const signedOut = pick(REASONS) as StoredRecord["signedOut"];
    const own = has(bits - 1, 0) ? session() : undefined;
    const failure = has(bits - 1, 1) ? retry() : undefined;
    const forced = has(bits - 1, 3) ? retry() : undefined;
    const value: { -readonly [Key in keyof StoredRecord]: StoredRecord[Key] } = {};
    if (own) value.session = own;
    if (failure) value.retry = failure;
    if (forced) value.forced = forced;
    if (signedOut) value.signedOut = signedOut;
    if (has(bits - 1, 2)) value.setAside = NEWER;
    return value;
  };
  const state = (): SessionState => {
    const status = pick(STATUSES);
    const durability = pick(DURABILITIES);
    const reason = pick(REASONS);
    const base = list();
    const latestSignIn = generation();
    if (status !== "signed-in") {
      const endedAt = moment();
      const without = { status, durability, base, latestSignIn, ...(endedAt !== undefined && { endedAt }) };
      return (reason ? { ...without, reason } : without) as SessionState;
    }
    const phase = pick(PHASES);
    const isRefused = get() === 1;
    const own = session();
    const dueAt = moment();
    const failure = retry();
    const forced = retry();
    const seenAt = moment();
    const held = {
      status,
      durability,
      base,
      latestSignIn,
      phase,
      session: own,
      dueAt,
      retry: failure,
      forced,
      seenAt,
    };
    return (isRefused ? { ...held, isRefused } : held) as SignedIn;
  };
  const command = (): Command => {
    const kind = pick(KINDS);
    const stage = pick(STAGES);
    const bits = get();
    const value: Command = { kind, stage, isLate: has(bits, 0), isOvertaken: has(bits, 1) };
    if (has(bits, 2)) value.isOrphan = true;
    if (has(bits, 3)) value.isWritten = true;
    if (has(bits, 4)) value.isRemoved = true;
    if (has(bits, 5)) value.isStale = true;
    if (has(bits, 6)) value.isBehind = true;
    if (has(bits, 7)) value.isAsked = true;
    value.record = record();
    value.base = list();
    value.expected = list();
    value.endedAt = moment();
    const own = generation();
    if (own !== undefined) value.generation = own;
    const ended = generation();
    if (ended !== undefined) value.ended = ended;
    if (get() === 1) value.held = state() as SignedIn;
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
      held: state() as SignedIn,
      record: record(),
      next: record(),
      sentAt: moment(),
    };
  };
  const call = (): Call => {
    const kind = pick(CALLS);
    const user = get();
    return { kind, user, generation: generation() ?? "" };
  };
  const heard = (): Heard => {
    const from = get();
    const name = get();
    return {
      from,
      message: name === 0 ? signedOutMessage(generation() ?? "") : (MESSAGES[name - 1] ?? "changed"),
    };
  };
  const popup = (): Popup => {
    const place = get();
    const phase = get();
    const bits = get();
    const value: Popup = {
      ...newPopup(place, has(phase, 3), generation() ?? "", POPUP_PHASES[phase & 7]),
      ...{
        generation: generation(),
        window: WINDOWS[bits & 3] ?? "ours",
        isCut: has(phase, 4),
        hasChanged: has(phase, 5),
      },
      ...{ isKnown: has(bits, 2), hasAnswered: has(bits, 3), hasPresented: has(bits, 4) },
      ...{ isSettled: has(bits, 5), isRevoked: has(bits, 6), inbox: many(() => pick(ANSWERS)) },
    };
    if (get() === 0) return value;
    const own = generation() ?? "";
    const call = get();
    value.call = { generation: own, user: call & 1, isGenuine: has(call, 1), isAnswered: has(call, 2) };
    return value;
  };
  const tab = (): Tab => {
    const page = pick(PAGES);
    if (page === "closed") return closedTab();
    const flags = get();
    const own = state();
    return {
      page,
      isLookDue: flags % 2 === 1,
      ...(flags > 1 && { told: own.session?.generation }),
      state: own,
      timer: span(),
      queue: many(command),
      late: many(command),
      inbox: many(heard),
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
    get();
    const stored = record() ?? {};
    const tabs = many(tab, count);
    const exchanges = many(exchange);
    const popups = many(popup);
    const forced = many(() => {
      const token = get();
      return idToken(nameOf(users[token] ?? 0, token));
    });
    const notes = many(() => generationText(get()));
    const world: World = {
      now: NOW,
      tabs,
      stored,
      exchanges,
      popups,
      forced,
      hasHistory,
      notes,
      isTroubled: false,
      signedOut: [],
      ended: [],
      bounds: { actions: 0, profiles: 0, faults: 0, clock: 0, pages: 0, popups: 0 },
      nextToken: users.length,
      nextGeneration: generations,
    };
    if (!hasHistory) return world;
    for (const name of BOUND_NAMES) world.bounds[name] = get();
    world.isTroubled = get() === 1;
    world.signedOut = many(() => generationText(get()));
    world.ended = many(() => generationText(get()));
    for (const each of tabs) {
      each.left = many(() => generationText(get()));
      [each.meant] = many(() => generationText(get()));
    }
    return world;
  };
}
