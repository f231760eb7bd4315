import {
  ApiEnvelope,
  OTHER_SESSIONS_PARAMETER,
  SESSION_HEADER,
  SESSIONS_PATH,
  type SessionEntry,
  SessionList,
} from "@tallybin/contract";
import { forUser, getIdToken, IdentityError } from "@tallybin/identity";
import * as v from "valibot";
import { siteConfig } from "../../config/site-config.ts";
import { now } from "../../lib/clock.ts";
import { userState } from "../state/user-state.ts";
import { withIdentity } from "./client.ts";
import { ownedBy } from "./owner.ts";

const TIMEOUT_MS = 30_000;

/** Whether the server holds the sessions, so that the user can see and end them. */
export const areSessionsKept = (): boolean => siteConfig().sessions === "server";

/** The user's sessions, as last read; `undefined` before. */
export const accountSessions = userState<readonly SessionEntry[] | undefined>(undefined);

const retryAtOf = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get("retry-after"));
  return seconds ? now() + seconds * 1000 : undefined;
};

/**
 * A call about the sessions of one user.
 * @throws IdentityError `session-changed` for another user, the sign-out reason if this session has ended, otherwise
 * `too-many-requests`, `internal-error` or `network-request-failed`
 */
async function call(uid: string, method: "GET" | "DELETE", path: string): Promise<unknown> {
  const [identity, { sessionIdOf }] = await withIdentity(() => import("./custody.lazy.ts"));
  // A newly loaded page shows its user before the client has read storage.
  await identity.ready();
  const own = ownedBy(uid)(identity);
  // A session from `SESSIONS=browser` has just begun to move to the server; its exchange returns the ID.
  if (sessionIdOf(own) === undefined) await getIdToken(forUser(own, uid), { forceRefresh: true });
  const session = sessionIdOf(own);
  // The budget of forced refreshes delays the move, for example because the page has just forced one.
  if (session === undefined) throw new IdentityError("too-many-requests");
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { [SESSION_HEADER]: session },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new IdentityError("network-request-failed", { cause });
  }
  if (response.status === 429) throw new IdentityError("too-many-requests", { retryAt: retryAtOf(response) });
  // This session was ended on another device. The exchange tells the client, which signs the page out.
  if (response.status === 400) await getIdToken(own, { forceRefresh: true });
  const answer = v.safeParse(ApiEnvelope, await response.json().catch(() => undefined));
  if (!response.ok || !answer.success) throw new IdentityError("internal-error");
  return answer.output.data;
}

/** Reads the user's sessions. */
export async function readAccountSessions(uid: string): Promise<void> {
  const list = v.safeParse(SessionList, await call(uid, "GET", SESSIONS_PATH));
  if (!list.success) throw new IdentityError("internal-error");
  accountSessions.set(uid, list.output.sessions);
}

const keep = (uid: string, isKept: (session: SessionEntry) => boolean): void =>
  accountSessions.set(uid, accountSessions.get()?.filter(isKept));

/** Signs the user out of one other browser. */
export async function endAccountSession(uid: string, id: string): Promise<void> {
  await call(uid, "DELETE", `${SESSIONS_PATH}/${encodeURIComponent(id)}`);
  keep(uid, (session) => session.id !== id);
}

/** Signs the user out of all other browsers. */
export async function endOtherSessions(uid: string): Promise<void> {
  await call(uid, "DELETE", `${SESSIONS_PATH}?${OTHER_SESSIONS_PARAMETER}`);
  keep(uid, ({ current }) => current);
}
