import * as v from "valibot";

/** `GET` with an ID token: the security events of its account. Only where the server keeps sessions. */
export const ACCOUNT_HISTORY_PATH = "/api/account/history";
/** `GET` with an ID token: what this server holds about its account. */
export const ACCOUNT_DATA_PATH = "/api/account/data";

/** `GET` and `POST` with an ID token: new browsers that no mail has told of, and the user's answer. */
export const ACCOUNT_NOTICES_PATH = "/api/account/notices";

/** The code of a refusal because the user's last sign-in is too old; the identity client has the same code. */
export const RECENT_SIGN_IN_REQUIRED = "requires-recent-login";

export const HISTORY_DAYS = 90;

const name = v.nullable(v.string());
const browser = { browser: name, system: name };
const KINDS = [
  "signed-in",
  // The browser kept the session until now.
  "session-moved",
  "signed-out",
  "ended-elsewhere",
  "ended-by-support",
  // The session was ended by the link in a mail about a new browser.
  "ended-by-notice",
  // The identity service refused the session, such as after a new password.
  "ended-by-service",
  "password",
  "address",
  "second-factor",
  "passkey",
  "provider",
  "account-deleted",
] as const;

/** One security event of an account. One object, because a variant for each kind adds to the account's script. */
export const HistoryEntry = v.object({
  kind: v.picklist(KINDS),
  /** ISO 8601. */
  at: v.string(),
  ...browser,
  /** Set for `ended-elsewhere`: the browser that ended the session. */
  by: v.exactOptional(v.object(browser)),
  /** Set for `password`, `address`, `second-factor`, `passkey` and `provider`. */
  change: v.exactOptional(v.picklist(["added", "removed", "changed"])),
  provider: v.exactOptional(v.string()),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** The event itself, without its time and its browser. */
export type Happening = Pick<HistoryEntry, "kind" | "by" | "change" | "provider">;

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

/** The data of `GET /api/account/notices`, the newest first. */
export const AccountNotices = v.object({
  notices: v.array(v.object({ id: v.string(), at: v.string(), ...browser })),
});
export type AccountNotices = v.InferOutput<typeof AccountNotices>;
export type AccountNotice = AccountNotices["notices"][number];

/** The answer to a notice: the user knows the browser, or its session ends. */
export type NoticeAnswer = { id: string; isKnown: boolean };

/** The data of `GET /api/account/history`, the newest first. */
export const AccountHistory = v.object({ events: v.array(HistoryEntry) });
export type AccountHistory = v.InferOutput<typeof AccountHistory>;
