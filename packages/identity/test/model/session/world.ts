import type { PopupState } from "../../../src/popup/lifecycle.ts";
import type { TabMessage } from "../../../src/session/channel.ts";
import type { Session, StoredRecord } from "../../../src/session/session.ts";
import type { SessionState, SignedIn } from "../../../src/session/state.ts";
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
  /** Popups that are opened. */
  popups: number;
};
export const BOUND_NAMES = ["actions", "profiles", "faults", "clock", "pages", "popups"] as const;
export type BoundName = (typeof BOUND_NAMES)[number];

/** A command in the queue of a tab's store. */
export type Command = {
  kind: "look" | "store" | "store-user" | "clear" | "second-look" | "renew" | "end";
  /** For `store`, `clear`, `renew` and `end`; for `store-user`, the session of the profile. */
  record?: StoredRecord | undefined;
  base?: readonly string[] | undefined;
  expected?: readonly string[] | undefined;
  endedAt?: number | undefined;
  /** For `store-user`: the owner of the profile. For `look`: the session whose end another tab announced. */
  generation?: string;
  /** `queued` behind others, `running` in storage, `done` there but not yet reported. */
  stage: "queued" | "running" | "done";
  isLate: boolean;
  /** Whether a newer change is queued; for a read, whether any newer command is. */
  isOvertaken: boolean;
  /** Whether the exchange that queued the command is over. */
  isOrphan?: boolean;
  /** For `renew` and `end`: the state at the start of the exchange, with the failure that its second read found. */
  held?: SignedIn;
  /** Once done: the stored record, whether it was written, and whether it was removed instead. */
  result?: StoredRecord | undefined;
  isWritten?: boolean;
  isRemoved?: boolean;
  /** Once done: the generation of the session that the command removed from storage. */
  ended?: string;
  /** Whether a change of the same tab has outdated this read, which is then repeated. */
  isStale?: boolean;
  /** Whether the user has just signed in or out: such a change replaces any session, unless it is late. */
  isAsked?: boolean;
  /** Once done: whether an earlier finished command of the tab has not been reported yet. */
  isBehind?: boolean;
};

export type Exchange = {
  tab: number;
  held: SignedIn;
  /** `answered-…`: a frozen tab has not received the response. */
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
  /** Whether another tab has taken the lock and this tab has not been notified yet. */
  isStolen: boolean;
  /** Whether this is the tab's newest exchange, the only one that its runner can abort. */
  isLast: boolean;
  /** From the second read on: the record that the exchange continues from. */
  record?: StoredRecord | undefined;
  next?: StoredRecord | undefined;
  /** From the request on. */
  sentAt?: number | undefined;
};

/** A call to the account service whose response is pending. */
export type Call = { kind: "sign-in" | "change" | "profile"; generation: string; user: number };

/** A message of another tab, waiting to be delivered. */
export type Heard = { from: number; message: TabMessage };

/** A popup: its window, what its runner keeps, and the answers on their way to it. */
export type Popup = {
  tab: number;
  state: PopupState;
  /** The tab's sign-in attempt at the opening, and the session at that time once it is known. */
  attempt: string;
  generation: string | undefined;
  isKnown: boolean;
  /** Whether the session has changed since the opening. */
  hasChanged: boolean;
  /** `ours`: shows a page of ours. `away`: at the provider. */
  window: "ours" | "away" | "closed";
  /** Whether the browser has isolated the window, which then reads as closed and cannot be closed. */
  isCut: boolean;
  inbox: ("genuine" | "forged")[];
  /** The answer that is being delivered. */
  heard?: "genuine" | "forged" | undefined;
  hasAnswered: boolean;
  hasPresented: boolean;
  /** The request that sends the answer to Google. */
  call?: { generation: string; user: number; isGenuine: boolean; isAnswered: boolean };
  /** Whether the caller has an outcome. */
  isSettled: boolean;
  /** Whether the user has canceled this popup, or has signed in or out since it opened. */
  isRevoked: boolean;
};

export type Tab = {
  page: "open" | "frozen" | "closed";
  state: SessionState;
  /** Milliseconds until the one timer fires. */
  timer: number | undefined;
  queue: Command[];
  late: Command[];
  isLookDue: boolean;
  /** The session of this tab that another tab has said to have removed. */
  told?: string | undefined;
  inbox: Heard[];
  calls: Call[];
  /** The sign-in that the user has begun and not replaced since, neither by another one nor by a sign-out. */
  meant?: string | undefined;
  /** Generations that this page has shown and left, or that a user signed out before it opened. None may come back. */
  left: string[];
};

export type World = {
  now: number;
  tabs: Tab[];
  stored: StoredRecord;
  exchanges: Exchange[];
  popups: Popup[];
  bounds: Bounds;
  /** Generations that were signed out: the notes beside storage. */
  notes: string[];
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
  state: { status: "unknown", durability: "durable" },
  timer: undefined,
  queue: [],
  late: [],
  isLookDue: false,
  inbox: [],
  calls: [],
  left: [],
});

/** A newly opened page reads storage first. */
export const openTab = (): Tab => ({
  ...closedTab(),
  page: "open",
  queue: [{ kind: "look", stage: "running", isLate: false, isOvertaken: false }],
});

/** Every command of a tab: those in the queue, then the late ones. */
export const commandsOf = ({ queue, late }: Tab): Command[] => [...queue, ...late];

export const tabAt = ({ tabs }: World, place: number): Tab => tabs[place] as Tab;

/** The owner of a session's tokens; must be the user that the session shows. */
export const userOf = ({ idToken }: Session): number => tokenNameOf(idToken).user;

/** The open pages but one get a message. */
export function tell(world: World, from: number, message: TabMessage): void {
  for (const [place, tab] of world.tabs.entries())
    if (place !== from && tab.page !== "closed") tab.inbox.push({ from, message });
}

/** The exchange that waits for a command of its tab. */
export const exchangeOf = (world: World, place: number, command: Command): Exchange | undefined => {
  const stage = command.kind === "second-look" ? "reading" : "writing";
  return command.isOrphan
    ? undefined
    : world.exchanges.find((exchange) => exchange.tab === place && exchange.stage === stage);
};
