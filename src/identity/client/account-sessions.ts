import { type SessionEntry, SessionList } from "@tallybin/contract/session-list";
import { OTHER_SESSIONS_PARAMETER, SESSION_HEADER, SESSIONS_PATH } from "@tallybin/contract/sessions";
import { forUser, getIdToken, IdentityError } from "@tallybin/identity";
import * as v from "valibot";
import { siteConfig } from "../../config/site-config.ts";
import { currentUid } from "../state/session-store.ts";
import { userState } from "../state/user-state.ts";
import { callAccountApi } from "./account-data.ts";
import { withIdentity } from "./client.ts";

/** Whether the server holds the sessions, so that the user can see and end them. */
export const areSessionsOnServer = (): boolean => siteConfig().sessions === "server";

/** The user's sessions, as last read; `undefined` before. */
export const accountSessions = userState<readonly SessionEntry[] | undefined>(undefined);

/**
 * A call about the sessions of one user.
 * @throws IdentityError `session-changed` for another user, the sign-out reason if this session has ended, otherwise
 * `too-many-requests`, `internal-error` or `network-request-failed`
 */
async function callSessionEndpoint<Data extends v.GenericSchema>(
  uid: string,
  method: "get" | "delete",
  path: string,
  data: Data,
): Promise<v.InferOutput<Data>> {
  const [identity, { sessionIdOf }] = await withIdentity(() => import("./custody.lazy.ts"));
  // A newly loaded page shows its user before the client has read storage.
  await identity.ready();
  if (currentUid() !== uid) throw new IdentityError("session-changed");
  const own = forUser(identity, uid);
  // A session from `SESSIONS=browser` has just begun to move to the server; its exchange returns the ID.
  if (sessionIdOf(own) === undefined) await getIdToken(own, { forceRefresh: true });
  const session = sessionIdOf(own);
  // The budget of forced refreshes delays the move, for example because the page has just forced one.
  if (session === undefined) throw new IdentityError("too-many-requests");
  return callAccountApi(
    path,
    data,
    { method, headers: { [SESSION_HEADER]: session } },
    async ({ status }) => {
      // This session was ended on another device. The exchange tells the client, which signs the page out.
      if (status === 400) await getIdToken(own, { forceRefresh: true });
    },
  );
}

export async function readAccountSessions(uid: string): Promise<void> {
  const { sessions } = await callSessionEndpoint(uid, "get", SESSIONS_PATH, SessionList);
  accountSessions.set(uid, sessions);
}

const keepSessions = (uid: string, isKept: (session: SessionEntry) => boolean): void =>
  accountSessions.set(uid, accountSessions.get()?.filter(isKept));

/** Signs the user out of one other browser. */
export async function endAccountSession(uid: string, id: string): Promise<void> {
  await callSessionEndpoint(uid, "delete", `${SESSIONS_PATH}/${encodeURIComponent(id)}`, v.unknown());
  keepSessions(uid, (session) => session.id !== id);
}

/** Signs the user out of all other browsers. */
export async function endOtherSessions(uid: string): Promise<void> {
  await callSessionEndpoint(uid, "delete", `${SESSIONS_PATH}?${OTHER_SESSIONS_PARAMETER}`, v.unknown());
  keepSessions(uid, ({ current }) => current);
}
