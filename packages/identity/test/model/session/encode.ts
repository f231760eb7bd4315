import type { Retry } from "../../../src/session/retry.ts";
import type { Session, StoredRecord } from "../../../src/session/session.ts";
import type { SessionState, SignedIn } from "../../../src/session/state.ts";
import { endedBy, generationNumber, tokenNameOf } from "./names.ts";
import { isTold } from "./notes.ts";
import { BOUND_NAMES, type Command, type Exchange, type Popup, type Tab, type World } from "./world.ts";

const MOST_BYTES = 1 << 14;
/** The place of the number of tokens. The order of their sign-ins stands at the end. */
export const SIGN_INS_AT = 2;
/** The number that encodes "no time". */
const NO_SPAN = 0xffff;

/** Every time of the model is a multiple of this, so that a difference fits two bytes. */
export const UNIT_MS = 30_000;

export const STATUSES = ["unknown", "signed-out", "signed-in"] as const;
export const DURABILITIES = ["durable", "memory", "removal-pending", "unreadable"] as const;
export const PHASES = ["fresh", "refreshing", "waiting"] as const;
export const REASONS = [
  undefined,
  "user-disabled",
  "user-token-expired",
  "invalid-refresh-token",
  "invalid-user-token",
  "storage-unavailable",
] as const;
export const CAUSES = [
  "network-request-failed",
  "too-many-requests",
  "unknown",
  "user-mismatch",
  "timeout",
  "internal-error",
] as const;
export const KINDS = ["look", "store", "store-user", "clear", "second-look", "renew", "end"] as const;
export const STAGES = ["queued", "running", "done"] as const;
export const EXCHANGE_STAGES = [
  "waiting",
  "reading",
  "sent",
  "answered-tokens",
  "answered-failure",
  "answered-refusal",
  "writing",
] as const;
export const MESSAGES = ["changed", "moved"] as const;
export const CALLS = ["sign-in", "change", "profile"] as const;
export const POPUP_PHASES = [
  "opening",
  "away",
  "severed",
  "closing",
  "presenting",
  "given-up",
  "over",
] as const;
export const WINDOWS = ["ours", "away", "closed"] as const;
export const ANSWERS = ["genuine", "forged"] as const;
export const PAGES = ["open", "frozen", "closed"] as const;

const indexIn = (names: readonly unknown[], name: unknown): number => {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`the model has no name for ${String(name)}`);
  return index;
};
const bit = (isSet: boolean | undefined, index: number): number => (isSet ? 1 << index : 0);

/**
 * Encodes a world as text, one small number per character. Tokens and generations are numbered in order of
 * occurrence, and times are relative to now, so that worlds that differ only in names or by a shift of the clock get
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
  /** Of each token that occurs, the number of its sign-in. */
  let signIns: number[] = [];
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
    put(text === undefined ? 0 : text === "" ? 1 : named(generations, generationNumber(text)) + 2);
  const list = (base: readonly string[] | undefined) => {
    if (base === undefined) return put(255);
    put(base.length);
    base.forEach(generation);
  };
  const session = (held: Session) => {
    const { user, token, signedInAt } = tokenNameOf(held.idToken);
    const index = named(tokens, token);
    signIns[index] = signedInAt;
    put(index);
    put(
      user |
        bit(!!held.user.displayName, 1) |
        bit(held.user.uid !== "alice", 2) |
        bit(held.isSecondChance, 3),
    );
    generation(held.generation);
    moment(held.receivedAt);
    span(held.expiresAt - held.receivedAt);
  };
  const retry = (value: Retry | undefined) => {
    if (!value) return put(0);
    put(value.attempt);
    put(indexIn(CAUSES, value.cause));
    moment(value.failedAt);
    moment(value.startAt);
    moment(value.retryAt);
  };
  const record = (value: StoredRecord | undefined) => {
    if (!value) return put(0);
    put(
      1 +
        (bit(!!value.session, 0) |
          bit(!!value.retry, 1) |
          bit(value.setAside !== undefined, 2) |
          bit(!!value.forced, 3)),
    );
    put(indexIn(REASONS, value.signedOut));
    if (value.session) session(value.session);
    if (value.retry) retry(value.retry);
    if (value.forced) retry(value.forced);
  };
  const state = (value: SessionState) => {
    put(indexIn(STATUSES, value.status));
    put(indexIn(DURABILITIES, value.durability));
    put(indexIn(REASONS, value.reason));
    list(value.base);
    generation(value.latestSignIn);
    if (value.session) held(value);
    else moment(value.endedAt);
  };
  const held = (value: SignedIn) => {
    put(indexIn(PHASES, value.phase));
    put(bit(value.isRefused, 0));
    session(value.session);
    moment(value.dueAt);
    retry(value.retry);
    retry(value.forced);
    moment(value.seenAt);
  };
  const command = (value: Command) => {
    put(indexIn(KINDS, value.kind));
    put(indexIn(STAGES, value.stage));
    put(
      bit(value.isLate, 0) |
        bit(value.isOvertaken, 1) |
        bit(value.isOrphan, 2) |
        bit(value.isWritten, 3) |
        bit(value.isRemoved, 4) |
        bit(value.isStale, 5) |
        bit(value.isBehind, 6) |
        bit(value.isAsked, 7),
    );
    record(value.record);
    list(value.base);
    list(value.expected);
    moment(value.endedAt);
    generation(value.generation);
    generation(value.ended);
    put(value.held ? 1 : 0);
    if (value.held) state(value.held);
    record(value.result);
  };
  const commands = (values: readonly Command[]) => {
    put(values.length);
    values.forEach(command);
  };
  const exchange = (value: Exchange) => {
    put(places[value.tab] ?? 0);
    put(indexIn(EXCHANGE_STAGES, value.stage));
    put(bit(value.hasLock, 0) | bit(value.isAborted, 1) | bit(value.isStolen, 2) | bit(value.isLast, 3));
    state(value.held);
    record(value.record);
    record(value.next);
    moment(value.sentAt);
  };
  const tab = (value: Tab) => {
    put(indexIn(PAGES, value.page));
    if (value.page === "closed") return;
    put(bit(value.isLookDue, 0) + bit(isTold(value), 1));
    state(value.state);
    span(value.timer);
    commands(value.queue);
    commands(value.late);
    put(value.inbox.length);
    for (const { from, message } of value.inbox) {
      const ended = endedBy(message);
      put(places[from] ?? 0);
      put(ended === undefined ? indexIn(MESSAGES, message) + 1 : 0);
      if (ended !== undefined) generation(ended);
    }
    put(value.calls.length);
    for (const call of value.calls) {
      put(indexIn(CALLS, call.kind));
      put(call.user);
      generation(call.generation);
    }
  };
  const popup = (value: Popup, hasHistory: boolean) => {
    put(places[value.tab] ?? 0);
    put(
      indexIn(POPUP_PHASES, value.state.phase) |
        bit(value.state.isForSession, 3) |
        bit(value.isCut, 4) |
        bit(value.hasChanged, 5),
    );
    put(
      indexIn(WINDOWS, value.window) |
        bit(value.isKnown, 2) |
        bit(value.hasAnswered, 3) |
        bit(value.hasPresented, 4) |
        bit(value.isSettled, 5) |
        bit(hasHistory && value.isRevoked, 6),
    );
    generation(value.attempt);
    generation(value.generation);
    put(value.inbox.length);
    for (const answer of value.inbox) put(indexIn(ANSWERS, answer));
    put(value.call ? 1 : 0);
    if (!value.call) return;
    generation(value.call.generation);
    put(value.call.user | bit(value.call.isGenuine, 1) | bit(value.call.isAnswered, 2));
  };
  /** Encode only generations that still occur, because no other can come back. */
  const known = (history: readonly string[]) => {
    if (history.length === 0) return put(0);
    const numbers = history.map((text) => generations.indexOf(generationNumber(text))).filter((n) => n >= 0);
    put(numbers.length);
    for (const number of numbers.sort((a, b) => a - b)) put(number);
  };

  return (world: World, order: readonly number[], isSituation: boolean): string => {
    now = world.now;
    length = 0;
    generations = [];
    tokens = [];
    signIns = [];
    for (const [place, tab] of order.entries()) places[tab] = place;
    put(isSituation || !world.hasHistory ? 0 : 1);
    put(order.length);
    put(0);
    record(world.stored);
    for (const place of order) tab(world.tabs[place] as Tab);
    put(world.exchanges.length);
    // Keep the order of the exchanges, because it is the order in which tabs wait for the lock.
    for (const value of world.exchanges) exchange(value);
    put(world.popups.length);
    // The popups of a tab keep their order.
    for (const place of order)
      for (const value of world.popups)
        if (value.tab === place) popup(value, !isSituation && world.hasHistory);
    const chances = world.forced.map((text) => tokens.indexOf(tokenNameOf(text).token)).filter((n) => n >= 0);
    put(chances.length);
    for (const chance of chances.sort((a, b) => a - b)) put(chance);
    known(world.notes);
    if (!isSituation && world.hasHistory) {
      for (const name of BOUND_NAMES) put(world.bounds[name]);
      put(bit(world.isTroubled, 0));
      known(world.signedOut);
      known(world.ended);
      for (const place of order) {
        const { left = [], meant } = world.tabs[place] ?? {};
        known(left);
        known(meant === undefined ? [] : [meant]);
      }
    }
    // Only the order of the sign-ins counts. The reader needs it before the sessions, so their number stands in front.
    out[SIGN_INS_AT] = signIns.length;
    const inOrder = [...new Set(signIns)].sort((a, b) => a - b);
    for (const signedInAt of signIns) put(inOrder.indexOf(signedInAt));
    if (length > MOST_BYTES) throw new Error("a world is larger than its buffer");
    return out.toString("latin1", 0, length);
  };
}
