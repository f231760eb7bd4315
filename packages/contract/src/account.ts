import * as v from "valibot";

/** `GET` with an ID token: the security events of its account. Only where the server keeps sessions. */
export const ACCOUNT_HISTORY_PATH = "/api/account/history";
/** `GET` with an ID token: what this server holds about its account. */
export const ACCOUNT_DATA_PATH = "/api/account/data";

/** How long a security event is kept. */
export const HISTORY_DAYS = 90;

const name = v.nullable(v.string());
const browser = { browser: name, system: name };
const change = v.picklist(["added", "removed", "changed"]);

/** What happened, and what belongs to it. `browser` and `system` of an entry are those of the ended session or of the page. */
const Happening = v.variant("kind", [
  v.object({ kind: v.literal("signed-in") }),
  /** A session of before the server kept sessions. */
  v.object({ kind: v.literal("session-moved") }),
  v.object({ kind: v.literal("signed-out") }),
  v.object({ kind: v.literal("ended-elsewhere"), by: v.object(browser) }),
  v.object({ kind: v.literal("ended-by-support") }),
  /** By the link of a notice of a new browser. */
  v.object({ kind: v.literal("ended-by-notice") }),
  /** The identity service refused the session, such as after a new password. */
  v.object({ kind: v.literal("ended-by-service") }),
  v.object({ kind: v.literal("password"), change }),
  v.object({ kind: v.literal("address"), change }),
  v.object({ kind: v.literal("second-factor"), change }),
  v.object({ kind: v.literal("passkey"), change }),
  v.object({ kind: v.literal("provider"), change, provider: v.string() }),
  v.object({ kind: v.literal("account-deleted") }),
]);
export type Happening = v.InferOutput<typeof Happening>;

/** One security event of an account. */
export const HistoryEntry = v.intersect([
  /** `at` is ISO 8601. */
  v.object({ at: v.string(), ...browser }),
  Happening,
]);
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** A subscription to the newsletter, with what was recorded of the consent. Times are ISO 8601. */
const Subscription = v.object({
  email: v.string(),
  subscribedAt: v.string(),
  unsubscribedAt: v.nullable(v.string()),
  consentVersion: v.string(),
  source: v.string(),
});

/** The data of `GET /api/account/data`: what this server holds about an account. */
export const AccountData = v.object({
  sessions: v.array(v.object({ ...browser, createdAt: v.string(), lastUsedAt: v.string() })),
  history: v.array(HistoryEntry),
  newsletter: v.array(Subscription),
});
export type AccountData = v.InferOutput<typeof AccountData>;

/** The data of `GET /api/account/history`, the newest first. */
export const AccountHistory = v.object({ events: v.array(HistoryEntry) });
export type AccountHistory = v.InferOutput<typeof AccountHistory>;
