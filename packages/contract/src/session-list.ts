import * as v from "valibot";

/** One session of an account, as its owner sees it. */
export const SessionEntry = v.object({
  id: v.string(),
  /** Whether the request came from this session. */
  current: v.boolean(),
  /** By name; absent if the browser does not report it. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  /** ISO 8601. */
  createdAt: v.string(),
  lastUsedAt: v.string(),
  /** Whether the session is bound to its browser. The server of the previous release does not send this field. */
  bound: v.optional(v.boolean(), false),
});
export type SessionEntry = v.InferOutput<typeof SessionEntry>;

/** The data of `GET /api/sessions`: the current session first, the others by last use. */
export const SessionList = v.object({ sessions: v.array(SessionEntry) });
export type SessionList = v.InferOutput<typeof SessionList>;
