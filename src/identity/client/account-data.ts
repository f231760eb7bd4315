import {
  ACCOUNT_DATA_PATH,
  ACCOUNT_HISTORY_PATH,
  ACCOUNT_NOTICES_PATH,
  AccountData,
  AccountHistory,
  type AccountNotice,
  AccountNotices,
  type HistoryEntry,
  type NoticeAnswer,
  RECENT_SIGN_IN_REQUIRED,
} from "@tallybin/contract/account";
import { ApiEnvelope, INVALID_USER_TOKEN } from "@tallybin/contract/api";
import { type SessionEntry, SessionList } from "@tallybin/contract/session-list";
import { OTHER_SESSIONS_PARAMETER, SESSION_HEADER, SESSIONS_PATH } from "@tallybin/contract/sessions";
import { forUser, getIdToken, IdentityError, reload } from "@tallybin/identity";
import * as v from "valibot";
import type { ApiError, callApi } from "../../api/call-api.ts";
import { callApiCode } from "../../api/call-api-code.ts";
import { siteConfig } from "../../config/site-config.ts";
import { currentUid } from "../state/session-store.ts";
import { userState } from "../state/user-state.ts";
import { identityClient, importClientCode, withIdentity } from "./client.ts";

/**
 * Calls an endpoint of our server about one user.
 * @param explainRefusal throws the error of a refusal with a meaning of its own
 * @throws IdentityError `too-many-requests`, `internal-error` or `network-request-failed`
 */
async function callAccountApi<Data extends v.GenericSchema>(
  path: string,
  data: Data,
  options: Parameters<typeof callApi>[2],
  explainRefusal: (refusal: NonNullable<ApiError["answer"]>) => Promise<unknown>,
): Promise<v.InferOutput<Data>> {
  const api = await callApiCode.load();
  try {
    return (await api.callApi(path, v.object({ ...ApiEnvelope.entries, data }), options)).data;
  } catch (cause) {
    const answer = cause instanceof api.ApiError ? cause.answer : undefined;
    if (!answer) throw new IdentityError("network-request-failed", { cause });
    if (answer.status === 429) throw new IdentityError("too-many-requests", { retryAt: answer.retryAt });
    await explainRefusal(answer);
    throw new IdentityError("internal-error");
  }
}

/**
 * What our server holds about the account of one user.
 * @throws IdentityError also `requires-recent-login` if the sign-in is older than five minutes, `session-changed` for
 * another user, and the sign-out reason if this session has ended
 */
async function callAccountEndpoint<Data extends v.GenericSchema>(
  uid: string,
  path: string,
  data: Data,
  body?: object,
): Promise<v.InferOutput<Data>> {
  const [identity, { authorizationOf }] = await withIdentity(importClientCode);
  const authorization = await authorizationOf(identity, uid);
  const headers = new Headers();
  authorization.setOn(headers);
  const call = body ? ({ method: "post", json: body } as const) : { method: "get" };
  return callAccountApi(path, data, { headers, cache: "no-store", ...call }, async ({ code }) => {
    if (code === RECENT_SIGN_IN_REQUIRED) throw new IdentityError("requires-recent-login");
    if (code === INVALID_USER_TOKEN) await authorization.endSession();
  });
}

/** The security events of the account, the newest first. */
export const readHistory = async (uid: string): Promise<readonly HistoryEntry[]> =>
  (await callAccountEndpoint(uid, ACCOUNT_HISTORY_PATH, AccountHistory)).events;

export const readAccountData = (uid: string): Promise<AccountData> =>
  callAccountEndpoint(uid, ACCOUNT_DATA_PATH, AccountData);

/** New browsers that no mail has told of. */
export const readNotices = async (uid: string): Promise<readonly AccountNotice[]> =>
  (await callAccountEndpoint(uid, ACCOUNT_NOTICES_PATH, AccountNotices)).notices;

/** Ends the browser's session if the user does not know it. */
export async function answerNotice(uid: string, answer: NoticeAnswer): Promise<void> {
  await callAccountEndpoint(uid, ACCOUNT_NOTICES_PATH, v.unknown(), answer);
}

/**
 * The address of an account whose existence the identity service has just confirmed. An unexpired token does not
 * prove that, because another device may have deleted the account.
 */
export const fetchConfirmedEmail = async (uid: string): Promise<string | undefined> =>
  (await reload(forUser(await identityClient(), uid))).email;

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

export async function endAccountSession(uid: string, id: string): Promise<void> {
  await callSessionEndpoint(uid, "delete", `${SESSIONS_PATH}/${encodeURIComponent(id)}`, v.unknown());
  keepSessions(uid, (session) => session.id !== id);
}

export async function endOtherSessions(uid: string): Promise<void> {
  await callSessionEndpoint(uid, "delete", `${SESSIONS_PATH}?${OTHER_SESSIONS_PARAMETER}`, v.unknown());
  keepSessions(uid, ({ current }) => current);
}
