import type { SessionEvent, SessionState } from "../../src/session/lifecycle.ts";
import { transition } from "../../src/session/lifecycle.ts";
import type { Retry } from "../../src/session/retry.ts";
import { START } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;
const held = session();
const other = session();
const somebodyElse = session({ sub: "bob" });
const NOW = START + 56 * MINUTE;
const retry: Retry = { attempt: 1, retryAt: NOW + MINUTE, cause: "network-request-failed" };

/** One example of each state, four minutes before the token expires. */
const STATES: [name: string, state: SessionState][] = [
  ["unknown", { status: "unknown" }],
  ["signed out", { status: "signed-out" }],
  ["fresh", { status: "signed-in", session: held, token: { name: "fresh", refreshAt: NOW - MINUTE } }],
  ["refreshing", { status: "signed-in", session: held, token: { name: "refreshing", since: NOW } }],
  ["waiting", { status: "signed-in", session: held, token: { name: "waiting", retry } }],
];

const record = { version: 1 as const };
const LATER = START + 61 * MINUTE;

/** Every event, with the cases of it that are told apart; some only once the token has expired. */
const EVENTS: [name: string, event: SessionEvent, now?: number][] = [
  ["storage-read: nobody", { type: "storage-read", record: { ...record, session: null } }],
  ["storage-read: the same session", { type: "storage-read", record: { ...record, session: held } }],
  [
    "storage-read: newer tokens",
    { type: "storage-read", record: { ...record, session: { ...other, expiresAt: NOW + 60 * MINUTE } } },
  ],
  [
    "storage-read: a failed attempt",
    {
      type: "storage-read",
      record: { ...record, session: held, retry: { ...retry, retryAt: NOW + 2 * MINUTE } },
    },
  ],
  ["storage-failed", { type: "storage-failed" }],
  ["signed-in", { type: "signed-in", session: somebodyElse }],
  ["tokens-replaced", { type: "tokens-replaced", session: other }],
  ["profile-read", { type: "profile-read", user: held.user }],
  ["refresh-due", { type: "refresh-due" }],
  ["refresh-answered", { type: "refresh-answered", seen: held.idToken, session: other }],
  ["refresh-failed", { type: "refresh-failed", seen: held.idToken, retry }],
  ["refresh-refused", { type: "refresh-refused", seen: held.idToken, reason: "user-disabled" }],
  ["token-refused", { type: "token-refused", seen: held.idToken, reason: "user-disabled" }],
  ["woke-up: visible", { type: "woke-up", cause: "visible" }],
  ["woke-up: online, try-again", { type: "woke-up", cause: "online" }],
  ["token-asked, good token", { type: "token-asked", force: false }],
  ["token-asked, expired or forced", { type: "token-asked", force: true }],
  ["token-asked, past the retry time", { type: "token-asked", force: false }, LATER],
  ["sign-out-asked", { type: "sign-out-asked" }],
];

const nameOf = (state: SessionState): string =>
  state.status === "signed-in" ? state.token.name : state.status.replace("-", " ");

const SHOWN: Record<string, string> = {
  exchange: "exchange",
  "read-storage": "read",
  "store-session": "store",
  "store-user": "store user",
  "clear-storage": "clear",
  "tell-tabs": "tell",
  "look-up": "look up",
};

const cell = (state: SessionState, event: SessionEvent, now: number): string => {
  const step = transition(state, event, now);
  const next = nameOf(step.state);
  const effects = step.effects.flatMap(({ type }) => SHOWN[type] ?? []);
  const isSame = next === nameOf(state);
  return [isSame ? "·" : `**${next}**`, effects.join(", ")].filter(Boolean).join(" ");
};

/** The lifecycle as Markdown. `·` stays in its state; timers and events are left out, every state implies them. */
export const lifecycleTable = (): string =>
  [
    `| event | ${STATES.map(([name]) => name).join(" | ")} |`,
    `| --- | ${STATES.map(() => "---").join(" | ")} |`,
    ...EVENTS.map(
      ([name, event, now = NOW]) =>
        `| ${name} | ${STATES.map(([, state]) => cell(state, event, now)).join(" | ")} |`,
    ),
  ].join("\n");

/** Which events the table shows, to be held against all there are. */
export const shownEvents = (): Set<string> => new Set(EVENTS.map(([, { type }]) => type));
