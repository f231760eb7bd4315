import type { TabMessage } from "../../../src/session/channel.ts";
import type { Session } from "../../../src/session/session.ts";
import type { SessionState, SignedIn } from "../../../src/session/state.ts";
import type { StoredRecord } from "../../../src/session/stored-record.ts";
import { numbersOf } from "./names.ts";

/** What can still be asked of the world: the bounds of the search, counted down. */
export type Bounds = {
  /** Sign-ins, sign-outs, forced refreshes, refused calls, changes of account. */
  actions: number;
  /** Lookups that bring another profile. */
  profiles: number;
  /** Storage operations that fail or hang, exchanges that fail. */
  faults: number;
  /** The clock: to the next timer, an hour of sleep, set back. */
  clock: number;
  /** Pages that open, crash, freeze, wake or move their session. */
  pages: number;
};
export const BOUND_NAMES = ["actions", "profiles", "faults", "clock", "pages"] as const;
export type BoundName = (typeof BOUND_NAMES)[number];

/** A command in the queue of a tab's store. */
export type Command = {
  kind: "look" | "store" | "store-user" | "clear" | "second-look" | "renew" | "end";
  /** For `store`, `clear`, `renew` and `end`; for `store-user` the session whose profile it is. */
  record?: StoredRecord | undefined;
  base?: readonly string[] | undefined;
  over?: readonly string[] | undefined;
  /** For `store-user`: whose profile. */
  generation?: string;
  /** For `look`: the tab was told of a sign-out, and takes the word for it. */
  isTold?: boolean;
  /** `queued` behind others, `running` in storage, `done` there but not heard of yet. */
  stage: "queued" | "running" | "done";
  isLate: boolean;
  /** A later change was given; for a read, any later command. */
  isOvertaken: boolean;
  /** The exchange that gave it is over. */
  isOrphan?: boolean;
  /** For `renew` and `end`: what the second look found, and what the exchange set out with. */
  before?: StoredRecord | undefined;
  held?: SignedIn;
  /** Once done: what storage held afterwards, whether it was written, and whether it was removed instead. */
  result?: StoredRecord | undefined;
  isWritten?: boolean;
  isRemoved?: boolean;
  /** A read that a change of the same tab has outdated: it is made again. */
  isStale?: boolean;
};

export type Exchange = {
  tab: number;
  held: SignedIn;
  /** `answered-…`: a frozen tab has not heard of the answer. */
  stage:
    | "waiting"
    | "reading"
    | "sent"
    | "answered-tokens"
    | "answered-failure"
    | "answered-refusal"
    | "writing";
  hasLock: boolean;
  isAborted: boolean;
  /** The lock was taken from its tab, which has not heard of it. */
  isStolen: boolean;
  /** Of the runner's exchanges this is the one that it can abort. */
  isLast: boolean;
  /** From the second look on: what storage held, and the record that the exchange goes on from. */
  before?: StoredRecord | undefined;
  record?: StoredRecord | undefined;
  next?: StoredRecord | undefined;
};

/** A call to the account service whose answer is on its way. */
export type Call = { kind: "sign-in" | "change" | "profile"; generation: string; user: number };

export type Tab = {
  page: "open" | "frozen" | "closed";
  state: SessionState;
  /** Milliseconds until the one timer fires. */
  timer: number | undefined;
  queue: Command[];
  late: Command[];
  isLookDue: boolean;
  inbox: { from: number; message: TabMessage }[];
  calls: Call[];
  /** Generations that this page has shown and left: none of them may come back. */
  left: string[];
};

export type World = {
  now: number;
  tabs: Tab[];
  stored: StoredRecord;
  exchanges: Exchange[];
  bounds: Bounds;
  /** Generations that a sign-out, a refusal or another sign-in has ended. */
  ended: string[];
  /** Tokens that an exchange has brought because the one before was refused: only their refusal may end a session. */
  forced: string[];
  /** The next token and the next generation that are given out. */
  nextToken: number;
  nextGeneration: number;
  /** Fair runs start from worlds without a history, where rules that need one cannot be checked. */
  hasHistory: boolean;
};

export const closedTab = (): Tab => ({
  page: "closed",
  state: { status: "unknown", durability: "durable" },
  timer: undefined,
  queue: [],
  late: [],
  isLookDue: false,
  inbox: [],
  calls: [],
  left: [],
});

/** A page opens with a first look at storage. */
export const openTab = (): Tab => ({
  ...closedTab(),
  page: "open",
  queue: [{ kind: "look", stage: "running", isLate: false, isOvertaken: false }],
});

/** Every command of a tab, those in time first. */
export const commandsOf = ({ queue, late }: Tab): Command[] => [...queue, ...late];

export const tabAt = ({ tabs }: World, place: number): Tab => tabs[place] as Tab;

/** Whose a session's tokens are; the user that it shows must be the same. */
export const userOf = ({ idToken }: Session): number => numbersOf(idToken).user;
