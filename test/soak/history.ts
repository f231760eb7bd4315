import type { Person } from "./people.ts";

/** What a tab shows: a user, a way to sign in, neither, or the marks of several users at once. */
export type Shown = Person | "signed out" | "nothing" | `mixed: ${string}`;

/** How an exchange of a refresh token ended, as the proxy between browser and service saw it. */
export type ExchangeOutcome =
  /** The browser got new tokens. */
  | "granted"
  /** The service granted tokens, but a fault lost the response. */
  | "lost"
  /** No tokens, and no definite answer. */
  | "failed"
  /** The connection broke before any part of a response. */
  | "unanswered"
  /** A definite code of the service: the session is over. */
  | "rejected"
  /** The browser canceled the request: its tab crashed, closed or navigated, or the session ended. */
  | "canceled";

/** One observation. Tabs are numbered from 0; times are in milliseconds since the epoch. */
export type Observation = { at: number } & (
  | { kind: "step"; number: number; text: string }
  | { kind: "session-began"; session: number; person: Person }
  | { kind: "asked-out" }
  /** The account's sessions were ended elsewhere. */
  | { kind: "revoked"; person: Person }
  | { kind: "exchange"; tab: number; session: number; endedAt: number; outcome: ExchangeOutcome }
  /** The browser got a definite code about a session: from the token endpoint, or `USER_DISABLED` from any call. */
  | { kind: "rejected"; session: number; code: string }
  | { kind: "shown"; tab: number; what: Shown }
  /** A tab's page has loaded and runs; `isImpaired` if a fault was active meanwhile. */
  | { kind: "tab-runs"; tab: number; isImpaired: boolean }
  | { kind: "tab-stops"; tab: number; why: "frozen" | "gone" }
  | { kind: "fault-began"; isForTokens: boolean }
  | { kind: "fault-ended" }
  /** The browser noticed that the network came back, or the user pressed "Try again": one early attempt. */
  | { kind: "early-attempt" }
  | { kind: "heap"; tab: number; bytes: number }
  | { kind: "connections"; fromBrowser: number; toService: number }
  /** The user could not sign in or out although no fault was active. */
  | { kind: "step-failed"; text: string }
  | { kind: "note"; text: string }
);

export type History = readonly Observation[];

type Of<Kind extends Observation["kind"]> = Extract<Observation, { kind: Kind }>;

export const only = <Kind extends Observation["kind"]>(history: History, kind: Kind): Of<Kind>[] =>
  history.filter((each): each is Of<Kind> => each.kind === kind);

export type Violation = {
  rule: Rule;
  at: number;
  text: string;
};

export const RULES = [
  "one refresh per token lifetime",
  "each exchange has a reason",
  "every token is refreshed in time",
  "signed out only after a sign-out or a definite rejection",
  "no tab shows another user",
  "all tabs agree within 5 s",
  "every step can be carried out",
  "heap stays flat",
  "connections stay flat",
] as const;
export type Rule = (typeof RULES)[number];

/** The violations of a rule, and how often it was checked. */
export type Verdict = { rule: Rule; checks: number; violations: Violation[] };
