import { IdentityError } from "../../src/errors/identity-error.ts";
import { BACK_OFF } from "../../src/http/back-off.ts";
import type { Retry } from "../../src/http/retry.ts";
import { recordAfter } from "../../src/session/exchange.ts";
import { transition } from "../../src/session/lifecycle.ts";
import { endOf } from "../../src/session/order.ts";
import { type SessionRecord, signOutAt } from "../../src/session/record.ts";
import { type Effect, type SessionEvent, type SessionState, viewOf } from "../../src/session/state.ts";
import { START } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;
/** The codes of the token endpoint that end a session. */
const REFUSED = [
  ["TOKEN_EXPIRED", "user-token-expired"],
  ["USER_DISABLED", "user-disabled"],
  ["USER_NOT_FOUND", "user-token-expired"],
  ["INVALID_REFRESH_TOKEN", "invalid-refresh-token"],
] as const;
const mine = session();
const next = session({ turn: 1, receivedAt: START + 56 * MINUTE, expiresAt: START + 116 * MINUTE });
const changed = { ...next, change: 1, turn: 0 };
const newcomer = session({ sub: "bob", stamp: START + 56 * MINUTE });
const NOW = START + 56 * MINUTE;
const retry: Retry = {
  attempt: 2,
  failedAt: NOW,
  retryAt: NOW + MINUTE,
  cause: "network-request-failed",
};
const later: Retry = { ...retry, attempt: 3, retryAt: NOW + 2 * MINUTE };

type Column = [name: string, state: SessionState];

const latestSignIn = newcomer.generation;

/** One example of each state, four minutes before the token expires. */
const STATES: Column[] = [
  ["unknown", { latestSignIn }],
  ["signed out", { record: signOutAt(START), latestSignIn }],
  ["fresh", { record: { session: mine }, latestSignIn }],
  ["refreshing", { record: { session: mine }, exchanging: mine.idToken, latestSignIn }],
  ["waiting", { record: { session: mine, retry }, latestSignIn }],
];

const LATER = START + 61 * MINUTE;

type Row = [name: string, event: SessionEvent, now?: number];

const NOTHING = signOutAt(0);
const read = (record: SessionRecord | undefined, note = NOTHING): SessionEvent => ({
  type: "storage-read",
  record,
  note,
});
const spent = { session: mine };
const exchanged = (record: SessionRecord, isOwn = true): SessionEvent => ({
  type: "exchanged",
  idToken: mine.idToken,
  record,
  isOwn,
});
const failure = (error: IdentityError) =>
  exchanged(
    recordAfter(spent, { error }, { sentAt: NOW, answeredAt: NOW, isForced: false, backOff: BACK_OFF }),
  );

/** Every event with its distinct cases; some need an expired token. */
const EVENTS: Row[] = [
  ["storage-read: empty", read(NOTHING)],
  ["storage-read: the same session", read({ session: mine })],
  ["storage-read: newer tokens", read({ session: next })],
  ["storage-read: another user's later sign-in", read({ session: newcomer })],
  ["storage-read: the end of this session", read(endOf(mine))],
  ["storage-read: the end of earlier tokens", read(endOf({ ...mine, turn: -1 }))],
  ["storage-read: a failed attempt", read({ session: mine, retry: later })],
  ["storage-read: a session with a noted sign-out", read({ session: mine }, signOutAt(NOW))],
  ["storage-read: an unknown format", read(undefined)],
  ["storage-failed", { type: "storage-failed", isWrite: false, note: NOTHING }],
  ["storage-failed, with a noted sign-out", { type: "storage-failed", isWrite: false, note: signOutAt(NOW) }],
  ["sign-in-started", { type: "sign-in-started", generation: "another" }],
  ["signed-in", { type: "signed-in", session: newcomer }],
  ["signed-in, overtaken by another sign-in", { type: "signed-in", session: session({ sub: "carol" }) }],
  ["account-changed: new tokens", { type: "account-changed", session: changed }],
  [
    "account-changed: a new profile",
    {
      type: "account-changed",
      session: { ...mine, user: { ...mine.user, displayName: "Alice" }, profileAt: NOW },
    },
  ],
  ["account-changed: nothing new", { type: "account-changed", session: mine }],
  ["exchanged: new tokens", exchanged({ session: next })],
  ...REFUSED.map(
    ([serverCode, code]): Row => [
      `exchanged: \`${serverCode}\``,
      failure(new IdentityError(code, { serverCode })),
    ],
  ),
  ["exchanged: any other failure", failure(new IdentityError("internal-error"))],
  ["exchanged: another tab was faster", exchanged({ session: next }, false)],
  ["exchanged: cut by a hidden page", { type: "exchanged", idToken: mine.idToken, pause: retry }],
  ["woke-up: visible", { type: "woke-up", cause: "visible" }],
  ["woke-up: online, try-again", { type: "woke-up", cause: "online" }],
  ["token-requested by the timer", { type: "token-requested", why: "timer" }],
  ["token-requested by a call, good token", { type: "token-requested", why: "call" }],
  ["token-requested by a call, expired token", { type: "token-requested", why: "call" }, LATER],
  ["token-requested by a forced call", { type: "token-requested", why: "forced-call" }],
  [
    "token-refused: `USER_DISABLED`, or by our API",
    { type: "token-refused", idToken: mine.idToken, reason: "user-disabled", isFinal: true },
  ],
  [
    "token-refused: `TOKEN_EXPIRED`, `INVALID_ID_TOKEN`, `USER_NOT_FOUND`",
    { type: "token-refused", idToken: mine.idToken, reason: "invalid-user-token", isFinal: false },
  ],
  [
    "token-refused: an older token",
    { type: "token-refused", idToken: "older", reason: "user-disabled", isFinal: true },
  ],
  ["sign-out", { type: "sign-out", stamp: NOW }],
];

const nameOf = (state: SessionState): string => {
  const { status, phase } = viewOf(state);
  return phase ?? status.replace("-", " ");
};

/** An effect's name. The effect that writes a record also notifies other tabs. */
const shown = ({ type }: Effect): string => (type === "emit" ? "" : type.replace("-", " "));

const cell = (state: SessionState, event: SessionEvent, now: number): string => {
  const step = transition(state, event, now);
  const next = nameOf(step.state);
  const effects = step.effects.map(shown).filter(Boolean);
  const isSame = next === nameOf(state);
  return [isSame ? "·" : `**${next}**`, effects.join(", ")].filter(Boolean).join(" ");
};

const table = (columns: Column[], rows: Row[]): string =>
  [
    `| event | ${columns.map(([name]) => name).join(" | ")} |`,
    `| --- | ${columns.map(() => "---").join(" | ")} |`,
    ...rows.map(
      ([name, event, now = NOW]) =>
        `| ${name} | ${columns.map(([, state]) => cell(state, event, now)).join(" | ")} |`,
    ),
  ].join("\n");

/** The lifecycle as Markdown. `·` keeps the state; timers and events are omitted, because every state implies them. */
export const lifecycleTable = (): string => table(STATES, EVENTS);

/** The events in the table, to compare with all events. */
export const shownEvents = (): Set<string> => new Set(EVENTS.map(([, { type }]) => type));
