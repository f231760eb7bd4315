import type { Retry } from "../../../src/http/retry.ts";
import type { Session, SessionRecord } from "../../../src/session/record.ts";
import type { SessionState } from "../../../src/session/state.ts";
import { tokenNameOf } from "./names.ts";

/** The remaining bounds of the search, counted down. */
export type Bounds = {
  /** Sign-ins, sign-outs, forced refreshes, refused calls, account changes. */
  actions: number;
  /** Lookups that return another profile. */
  profiles: number;
  /** Storage operations that fail or hang, and exchanges that fail. */
  faults: number;
  /** Changes of the clock: to the next timer, an hour of sleep, or a step back. */
  clock: number;
  /** Pages that open, crash, freeze, wake or move their session. */
  pages: number;
  /** How often the user clears the site's data. */
  clears: number;
};
export const BOUND_NAMES = ["actions", "profiles", "faults", "clock", "pages", "clears"] as const;
export type BoundName = (typeof BOUND_NAMES)[number];

/** A command in the queue of a tab's store. */
export type Command = {
  kind: "read" | "write" | "second-read" | "renew";
  /** For `renew`: the record to join. A `write` joins the record that its tab has by then. */
  record?: SessionRecord | undefined;
  /** For the write of the tab's last action, while storage lacks it: the action's stamp. */
  action?: number | undefined;
  /** `queued` behind others, `running` in storage, `done` there but not yet reported. */
  stage: "queued" | "running" | "done";
  /** Whether the command has run out of time. */
  isOver: boolean;
  /** Whether the exchange that queued the command is over. */
  isOrphan?: boolean;
  /** Once done: the stored record, absent for an unknown format, and whether it was written. */
  result?: SessionRecord | undefined;
  isWritten?: boolean;
  /** Once done: the number of the tab's finished commands that are reported before it. */
  behind?: number;
};

export type Exchange = {
  tab: number;
  /** The tab's record at the start. */
  start: LiveRecord;
  /** The last failed attempt, of this tab alone or of all. */
  retry: Retry | undefined;
  isForced: boolean;
  /** `answered-tokens`: a frozen tab has not received the response. */
  stage: "waiting" | "reading" | "sent" | "answered-tokens" | "writing";
  hasLock: boolean;
  isAborted: boolean;
  /** Whether another tab has taken the lock and this tab has not been notified yet. */
  isStolen: boolean;
  /** Whether this is the tab's newest exchange, the only one that its runner can abort. */
  isLast: boolean;
  /** From the second read on: the record that the exchange continues from. */
  spent?: LiveRecord | undefined;
  next?: SessionRecord | undefined;
  /** From the request on. */
  sentAt?: number | undefined;
};

/** A call to the account service whose response is pending. `base`: the session of the call, for a change. */
export type Call = {
  kind: "sign-in" | "change" | "profile";
  generation: string;
  user: number;
  base?: Session;
};

export type LiveRecord = SessionRecord & { session: Session };

export type Tab = {
  page: "open" | "frozen" | "closed";
  state: SessionState;
  /** The greatest stamp that the tab has seen in storage. */
  seen: number;
  /** Milliseconds until the one timer fires, and the time of the clock that it was set for. */
  timer: number | undefined;
  dueAt: number | undefined;
  queue: Command[];
  /** Commands that have run out of time, but that storage still carries out. */
  unfinished: Command[];
  isReadQueued: boolean;
  /** The number of messages from other tabs that have not been delivered yet. */
  inbox: number;
  calls: Call[];
  /** The sign-in that the user has begun and not replaced since, neither by another one nor by a sign-out. */
  meant?: string | undefined;
  /**
   * Generations that a user signed out before this page opened. None may be shown. (One that this page has shown and left
   * cannot come back, because its record only grows.)
   */
  left: string[];
};

export type World = {
  now: number;
  tabs: Tab[];
  /** Absent if nothing is stored. */
  stored: SessionRecord | undefined;
  /** Whether storage holds another release's format instead. */
  isForeign: boolean;
  exchanges: Exchange[];
  bounds: Bounds;
  /** The stamp of the last noted sign-out. */
  note: number;
  /** The number of actions so far. Each takes a millisecond, so that stamps tell their order. */
  tick: number;
  /** The generation of the user's last action; the empty text for a sign-out. */
  last?: string | undefined;
  /** Whether storage or an exchange has failed, or a page has crashed, which can take a message with it. */
  isTroubled: boolean;
  /** Generations that a user has signed out. */
  signedOut: string[];
  /** Generations ended by a sign-out, a refusal or another sign-in. */
  ended: string[];
  /** Tokens that replaced a refused token. Only a refusal of such a token may end a session. */
  forced: string[];
  /** The next token and the next generation. */
  nextToken: number;
  nextGeneration: number;
  /** False in fault-free runs: they start from worlds without a history, so they cannot check rules about the past. */
  hasHistory: boolean;
};

export const closedTab = (): Tab => ({
  page: "closed",
  state: {},
  seen: 0,
  timer: undefined,
  dueAt: undefined,
  queue: [],
  unfinished: [],
  isReadQueued: false,
  inbox: 0,
  calls: [],
  left: [],
});

/** A newly opened page reads storage first. */
export const openTab = (): Tab => ({
  ...closedTab(),
  page: "open",
  queue: [{ kind: "read", stage: "running", isOver: false }],
});

const copy = <T extends object>(value: T): T => ({ ...value });

/** A copy for `apply` to change. The two share their records, because no step changes a record. */
export const copyOf = (world: World): World => ({
  ...world,
  bounds: { ...world.bounds },
  tabs: world.tabs.map((tab) => ({
    ...tab,
    queue: tab.queue.map(copy),
    unfinished: tab.unfinished.map(copy),
    calls: [...tab.calls],
  })),
  exchanges: world.exchanges.map(copy),
  signedOut: [...world.signedOut],
  ended: [...world.ended],
  forced: [...world.forced],
});

/** Every command of a tab: those in the queue, then those that have run out of time. */
export const commandsOf = ({ queue, unfinished }: Tab): Command[] => [...queue, ...unfinished];

export const isRead = ({ kind }: Command): boolean => kind === "read" || kind === "second-read";

export const tabAt = ({ tabs }: World, place: number): Tab => tabs[place] as Tab;

/** The pending calls of a tab whose answer the remaining bounds allow. */
export const callsOf = ({ profiles }: Bounds, { calls }: Tab): Call[] =>
  calls.filter(({ kind }) => kind !== "profile" || profiles > 0);

/** The owner of a session's tokens; must be the user that the session shows. */
export const userOf = ({ idToken }: Session): number => tokenNameOf(idToken).user;

/** The open pages but one get a message. */
export function notify(world: World, from: number): void {
  for (const [place, tab] of world.tabs.entries())
    if (place !== from && tab.page !== "closed") tab.inbox += 1;
}

export const generationOf = (record: SessionRecord | undefined): string => record?.session?.generation ?? "";

/** The exchange that waits for a command of its tab. */
export const exchangeOf = (world: World, place: number, command: Command): Exchange | undefined => {
  const stage = command.kind === "second-read" ? "reading" : "writing";
  return command.isOrphan
    ? undefined
    : world.exchanges.find((exchange) => exchange.tab === place && exchange.stage === stage);
};
