import type { Effect, SessionEvent, SessionState } from "../../src/session/lifecycle.ts";
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
  ["fresh", { status: "signed-in", session: held, phase: "fresh", dueAt: NOW - MINUTE }],
  ["refreshing", { status: "signed-in", session: held, phase: "refreshing", retry: undefined }],
  ["waiting", { status: "signed-in", session: held, phase: "waiting", dueAt: retry.retryAt, retry }],
];

const LATER = START + 61 * MINUTE;

/** Every event, with the cases of it that are told apart; some only once the token has expired. */
const EVENTS: [name: string, event: SessionEvent, now?: number][] = [
  ["storage-read: nobody", { type: "storage-read", record: {} }],
  ["storage-read: the same session", { type: "storage-read", record: { session: held } }],
  [
    "storage-read: newer tokens",
    { type: "storage-read", record: { session: { ...other, expiresAt: NOW + 60 * MINUTE } } },
  ],
  [
    "storage-read: a failed attempt",
    {
      type: "storage-read",
      record: { session: held, retry: { ...retry, retryAt: NOW + 2 * MINUTE } },
    },
  ],
  ["storage-read: in vain", { type: "storage-read", record: undefined }],
  ["signed-in", { type: "signed-in", session: somebodyElse }],
  ["tokens-replaced", { type: "tokens-replaced", session: other }],
  ["profile-read: as known", { type: "profile-read", user: held.user }],
  ["profile-read: changed", { type: "profile-read", user: { ...held.user, displayName: "Alice" } }],
  ["refresh-due", { type: "refresh-due" }],
  ["exchanged: answered", { type: "exchanged", seen: held.idToken, record: { session: other } }],
  ["exchanged: failed", { type: "exchanged", seen: held.idToken, record: { session: held, retry } }],
  ["exchanged: refused", { type: "exchanged", seen: held.idToken, record: { signedOut: "user-disabled" } }],
  ["woke-up: visible", { type: "woke-up", cause: "visible" }],
  ["woke-up: online, try-again", { type: "woke-up", cause: "online" }],
  ["token-asked, good token", { type: "token-asked", force: false }],
  ["token-asked, expired or forced", { type: "token-asked", force: true }],
  ["token-asked, past the retry time", { type: "token-asked", force: false }, LATER],
  ["sign-out, as somebody wished", { type: "sign-out" }],
  ["sign-out, as its token was refused", { type: "sign-out", seen: held.idToken, reason: "user-disabled" }],
];

const nameOf = (state: SessionState): string =>
  state.status === "signed-in" ? state.phase : state.status.replace("-", " ");

/** An effect by name; what is stored is told to the other tabs by the same effect. */
const shown = (effect: Effect): string => {
  switch (effect[0]) {
    case "store":
      return effect[1].session ? "store, tell" : "clear, tell";
    case "store-user":
      return "store user, tell";
    case "emit":
      return "";
    default:
      return effect[0].replace("-", " ");
  }
};

const cell = (state: SessionState, event: SessionEvent, now: number): string => {
  const step = transition(state, event, now);
  const next = nameOf(step.state);
  const effects = step.effects.map(shown).filter(Boolean);
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
