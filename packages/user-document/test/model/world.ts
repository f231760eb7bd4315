import { placeOf } from "../../../identity/src/session/order.ts";
import {
  type Place,
  type Session,
  type SessionRecord,
  signOutAt,
} from "../../../identity/src/session/record.ts";
import type { SessionState } from "../../../identity/src/session/state.ts";
import { UserDocumentError, type UserDocumentErrorCode } from "../../src/errors.ts";
import type { StreamState } from "../../src/stream-state.ts";

/** The remaining bounds of the search, counted down. */
export const BOUND_NAMES = ["users", "rejections", "failures", "clock", "page"] as const;
export type Bounds = Record<(typeof BOUND_NAMES)[number], number>;

/**
 * One document client: its stream, and its runner's pending work. A disposed client stays in the list until its read
 * ends.
 */
export type Document = {
  uid: string;
  state: StreamState;
  /** The last token that the document server has rejected. */
  rejected?: string | undefined;
  isForcing: boolean;
  isMember: boolean;
  hasSlot: boolean;
  /** `asking`: waits for an ID token. `forcing`: waits for the forced refresh. */
  request?: { kind: "asking" | "forcing" | "open" | "receive"; idToken: string } | undefined;
  read?: { stage: "asking" | "forcing" | "sent"; idToken: string; isLast: boolean } | undefined;
};

/** One tab of one browser, its account service and its document server. */
export type World = {
  now: number;
  session: SessionState;
  /** The running exchange, by the token that it replaces. */
  exchange?: string | undefined;
  /** Whether the exchange counts in the budget of forced refreshes. */
  isForced?: boolean;
  documents: Document[];
  /** Tokens that the document server no longer accepts. */
  refused: string[];
  /** Forced exchanges: their session and their time. */
  forced: { generation: string; at: number }[];
  bounds: Bounds;
  nextToken: number;
};

const HOUR_MS = 3_600_000;
const USERS = ["alice", "bob"] as const;

/** A token names its user and its number. */
const tokenOf = (user: number, number: number): string => `${USERS[user]}-token-${number}`;
export const ownerOf = (idToken: string): string => idToken.split("-")[0] ?? "";

/** A session at the place of a sign-in, or at the next turn of the session before. */
export const sessionAt = (
  user: number,
  number: number,
  { stamp, generation, change, turn }: Place,
  now: number,
): Session =>
  ({
    idToken: tokenOf(user, number),
    refreshToken: "",
    receivedAt: now,
    expiresAt: now + HOUR_MS,
    stamp,
    generation,
    change,
    turn,
    profileAt: 0,
    user: { uid: USERS[user] },
  }) as unknown as Session;

export const NOTHING = signOutAt(0);
/** The order of the user's actions: each has a greater stamp than the record of the tab. */
export const nextStamp = ({ session }: World): number =>
  (session.record ? placeOf(session.record).stamp : 0) + 1;

/** Only the order of places counts: the tab has one record, and another one may be on its way. */
const withLowPlace = (record: SessionRecord | undefined): SessionRecord | undefined => {
  if (!record) return undefined;
  const place = { stamp: 1, change: 0, turn: 0 };
  return record.session
    ? { ...record, session: { ...record.session, ...place } }
    : { ...record, end: { ...record.end, ...place } };
};

const CODE = "code of an error: ";
/** Fields with a time. The encoded text holds only their distance from now. */
const TIMES = new Set([
  ...["receivedAt", "expiresAt", "failedAt", "retryAt", "at"],
  ...["last", "started", "heard", "ticked", "retry", "pause", "end", "confirm"],
]);
const NEVER = "never";

/** Encodes a world as text: times relative to now, tokens and generations numbered in order of occurrence. */
export function encode(world: World, isSituation: boolean): string {
  const { now, nextToken: _, bounds, ...rest } = world;
  const forced = rest.forced.filter(
    ({ generation }) => generation === rest.session.record?.session?.generation,
  );
  const session = { ...rest.session, record: withLowPlace(rest.session.record) };
  const shown = isSituation
    ? { ...rest, session, forced }
    : { ...rest, session, forced, bounds: BOUND_NAMES.map((name) => bounds[name]) };
  const text = JSON.stringify(shown, (key, value) => {
    if (value?.name === "UserDocumentError") return CODE + value.code;
    if (typeof value !== "number" || !TIMES.has(key)) return value;
    return Number.isFinite(value) ? value - now : NEVER;
  });
  return renamed(text);
}

function renamed(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/-(token|generation)-(\d+)/g, (_, kind: string, number: string) => {
    const known = numbers.get(kind + number) ?? numbers.size;
    numbers.set(kind + number, known);
    return `-${kind}-${known}`;
  });
}

const NOW = 1_000 * HOUR_MS;

let lastText = "";
let lastWorld: World | undefined;

/** Decodes a world. Its moves start from the same text one after the other, so that most calls only copy. */
export function decode(text: string): World {
  const world = text === lastText && lastWorld ? lastWorld : parse(text);
  [lastText, lastWorld] = [text, world];
  return {
    ...world,
    documents: world.documents.map(copyOf),
    refused: [...world.refused],
    forced: [...world.forced],
    bounds: { ...world.bounds },
  };
}

const copyOf = (document: Document): Document => ({
  ...document,
  request: document.request && { ...document.request },
  read: document.read && { ...document.read },
});

function parse(text: string): World {
  let nextToken = 0;
  const { bounds, ...rest } = JSON.parse(text, (key, value) => {
    if (value === NEVER && TIMES.has(key)) return Number.NEGATIVE_INFINITY;
    if (typeof value === "number" && TIMES.has(key)) return value + NOW;
    if (typeof value !== "string") return value;
    for (const [, number] of value.matchAll(/-(?:token|generation)-(\d+)/g))
      nextToken = Math.max(nextToken, Number(number) + 1);
    return value.startsWith(CODE)
      ? new UserDocumentError(value.slice(CODE.length) as UserDocumentErrorCode)
      : value;
  }) as Omit<World, "bounds"> & { bounds?: number[] };
  const left = Object.fromEntries(BOUND_NAMES.map((name, index) => [name, bounds?.[index] ?? 0])) as Bounds;
  return { ...rest, now: NOW, bounds: left, nextToken };
}

export const isLive = ({ state }: Document): boolean => state.phase !== "disposed";
export const liveDocument = ({ documents }: World): Document | undefined => documents.find(isLive);
