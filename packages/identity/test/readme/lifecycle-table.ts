import { IdentityError } from "../../src/errors/identity-error.ts";
import { recordAfterFailure } from "../../src/session/exchange-steps.ts";
import { transition } from "../../src/session/lifecycle.ts";
import type { Retry } from "../../src/session/retry.ts";
import type { Effect, SessionEvent, SessionState } from "../../src/session/state.ts";
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
const held = session();
const other = session();
const newcomer = session({ sub: "bob" });
const NOW = START + 56 * MINUTE;
const retry: Retry = {
  attempt: 2,
  failedAt: NOW,
  startAt: NOW + MINUTE / 2,
  retryAt: NOW + MINUTE,
  cause: "network-request-failed",
};

type Column = [name: string, state: SessionState];

const durable = { durability: "durable", base: [held.generation] } as const;
const signedIn = { status: "signed-in", session: held } as const;
const fresh = { ...signedIn, phase: "fresh", dueAt: NOW - MINUTE } as const;

/** One example of each state, four minutes before the token expires. */
const STATES: Column[] = [
  ["unknown", { status: "unknown", durability: "durable", latestSignIn: newcomer.generation }],
  [
    "signed out",
    { status: "signed-out", durability: "durable", base: [""], latestSignIn: newcomer.generation },
  ],
  ["fresh", { ...fresh, ...durable, latestSignIn: newcomer.generation }],
  [
    "refreshing",
    { ...signedIn, ...durable, phase: "refreshing", retry: undefined, latestSignIn: newcomer.generation },
  ],
  [
    "waiting",
    {
      ...signedIn,
      ...durable,
      phase: "waiting",
      dueAt: retry.retryAt,
      retry,
      latestSignIn: newcomer.generation,
    },
  ],
];

const calm = { phase: "fresh", dueAt: NOW + MINUTE } as const;
const renewed = { ...held, idToken: session().idToken, receivedAt: held.receivedAt + MINUTE };

/** Each way in which storage can differ from the tab's state; the token is not due. */
const DURABILITIES: Column[] = [
  ["durable", { ...signedIn, ...calm, ...durable }],
  [
    "memory",
    { status: "signed-in", session: renewed, ...calm, durability: "memory", base: [held.generation] },
  ],
  ["removal-pending", { status: "signed-out", durability: "removal-pending", base: [held.generation] }],
  ["unreadable", { ...signedIn, ...calm, durability: "unreadable" }],
];

const LATER = START + 61 * MINUTE;

type Row = [name: string, event: SessionEvent, now?: number];

/** Every event with its distinct cases; some need an expired token. */
const EVENTS: Row[] = [
  ["storage-read: no session", { type: "storage-read", record: {} }],
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
  [
    "storage-read: an attempt that failed 30 s ago",
    {
      type: "storage-read",
      record: { session: held, retry: { ...retry, startAt: NOW, retryAt: NOW + 2 * MINUTE } },
    },
  ],
  ["storage-read: an unknown format", { type: "storage-read", record: { setAside: { version: 2 } } }],
  [
    "storage-read: while a change is pending",
    { type: "storage-read", record: { session: newcomer }, isPending: true },
  ],
  ["storage-read-failed", { type: "storage-read-failed" }],
  ["sign-in-started", { type: "sign-in-started", generation: "another" }],
  ["signed-in", { type: "signed-in", session: newcomer }],
  ["signed-in, overtaken by another sign-in", { type: "signed-in", session: session({ sub: "carol" }) }],
  ["tokens-replaced", { type: "tokens-replaced", session: other }],
  ["tokens-replaced: of another session", { type: "tokens-replaced", session: newcomer }],
  ["profile-read: unchanged", { type: "profile-read", generation: held.generation, user: held.user }],
  [
    "profile-read: changed",
    { type: "profile-read", generation: held.generation, user: { ...held.user, displayName: "Alice" } },
  ],
  ["refresh-due", { type: "refresh-due" }],
  [
    "exchanged: new tokens",
    { type: "exchanged", idToken: held.idToken, record: { session: other }, isStored: true },
  ],
  ...REFUSED.map(
    ([serverCode, code]): Row => [
      `exchanged: \`${serverCode}\``,
      {
        type: "exchanged",
        idToken: held.idToken,
        record: recordAfterFailure({ session: held }, new IdentityError(code, { serverCode }), NOW),
        isStored: true,
      },
    ],
  ),
  [
    "exchanged: any other failure",
    {
      type: "exchanged",
      idToken: held.idToken,
      record: recordAfterFailure({ session: held }, new IdentityError("internal-error"), NOW),
      isStored: true,
    },
  ],
  [
    "exchange-overtaken: newer tokens",
    {
      type: "exchange-overtaken",
      idToken: held.idToken,
      record: { session: { ...other, expiresAt: NOW + 60 * MINUTE } },
    },
  ],
  [
    "exchange-overtaken: a failed attempt",
    {
      type: "exchange-overtaken",
      idToken: held.idToken,
      record: { session: held, retry: { ...retry, retryAt: NOW + 2 * MINUTE } },
    },
  ],
  ["woke-up: visible", { type: "woke-up", cause: "visible" }],
  ["woke-up: online, try-again", { type: "woke-up", cause: "online" }],
  ["token-asked, good token", { type: "token-asked", force: false }],
  ["token-asked, expired or forced", { type: "token-asked", force: true }],
  ["token-asked, past the retry time", { type: "token-asked", force: false }, LATER],
  [
    "token-refused: `USER_DISABLED`",
    { type: "token-refused", idToken: held.idToken, reason: "user-disabled" },
  ],
  [
    "token-refused: `TOKEN_EXPIRED`, `INVALID_ID_TOKEN`, `USER_NOT_FOUND`",
    { type: "token-refused", idToken: held.idToken, reason: "invalid-user-token" },
  ],
  ["sign-out by the user", { type: "sign-out" }],
  [
    "sign-out, our API refused the token",
    { type: "sign-out", idToken: held.idToken, reason: "invalid-user-token" },
  ],
  [
    "sign-out, our API refused an older token",
    { type: "sign-out", idToken: "older", reason: "invalid-user-token" },
  ],
];

/** The events that can change the durability of the session. */
const STORAGE_EVENTS: Row[] = [
  ["storage-read: what it held before", { type: "storage-read", record: { session: held } }],
  [
    "storage-read: newer tokens of another tab",
    {
      type: "storage-read",
      record: { session: { ...other, receivedAt: NOW, expiresAt: NOW + 60 * MINUTE } },
    },
  ],
  ["storage-read: another session", { type: "storage-read", record: { session: newcomer } }],
  ["storage-read: no session", { type: "storage-read", record: {} }],
  ["storage-read: an unknown format", { type: "storage-read", record: { setAside: { version: 2 } } }],
  ["storage-read-failed", { type: "storage-read-failed" }],
  ["storage-write-failed", { type: "storage-write-failed" }],
  ["storage-moved by another tab", { type: "storage-moved" }],
  ["sign-out by the user", { type: "sign-out" }],
];

const nameOf = (state: SessionState): string =>
  state.status === "signed-in" ? state.phase : state.status.replace("-", " ");

/** An effect's name. The effect that stores a record also notifies other tabs. */
const shown = (effect: Effect): string => {
  switch (effect.type) {
    case "store":
      return effect.expected === undefined ? "store" : "store if unchanged";
    case "clear":
      return effect.expected === undefined ? "clear" : "clear if unchanged";
    case "store-user":
      return "store user";
    case "emit":
      return "";
    default:
      return effect.type.replace("-", " ");
  }
};

type NameOf = (state: SessionState) => string;

const cell = (state: SessionState, event: SessionEvent, now: number, nameOf: NameOf): string => {
  const step = transition(state, event, now);
  const next = nameOf(step.state);
  const effects = step.effects.map(shown).filter(Boolean);
  const isSame = next === nameOf(state);
  return [isSame ? "·" : `**${next}**`, effects.join(", ")].filter(Boolean).join(" ");
};

const table = (columns: Column[], rows: Row[], nameOf: NameOf): string =>
  [
    `| event | ${columns.map(([name]) => name).join(" | ")} |`,
    `| --- | ${columns.map(() => "---").join(" | ")} |`,
    ...rows.map(
      ([name, event, now = NOW]) =>
        `| ${name} | ${columns.map(([, state]) => cell(state, event, now, nameOf)).join(" | ")} |`,
    ),
  ].join("\n");

/** The lifecycle as Markdown. `·` keeps the state; timers and events are omitted, because every state implies them. */
export const lifecycleTable = (): string => table(STATES, EVENTS, nameOf);

/** The durability of the session as Markdown, in the same format. */
export const durabilityTable = (): string =>
  table(DURABILITIES, STORAGE_EVENTS, ({ status, durability }) =>
    status === "signed-out" && durability === "durable" ? "signed out" : durability,
  );

/** The events in the tables, to compare with all events. */
export const shownEvents = (): Set<string> =>
  new Set([...EVENTS, ...STORAGE_EVENTS].map(([, { type }]) => type));
