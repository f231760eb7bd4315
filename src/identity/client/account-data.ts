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
import { IdentityError } from "@tallybin/identity";
import * as v from "valibot";
import { callApiCode } from "../../api/call-api-code.ts";
import { idTokenOf, invalidateSession } from "./client.ts";

/**
 * What our server holds about the account of one user.
 * @throws IdentityError `requires-recent-login` if the sign-in is older than five minutes, `session-changed` for another
 * user, the sign-out reason if this session has ended, otherwise `too-many-requests`, `internal-error` or
 * `network-request-failed`
 */
async function callAccountEndpoint<Data extends v.GenericSchema>(
  uid: string,
  path: string,
  data: Data,
  body?: object,
): Promise<v.InferOutput<Data>> {
  const { ApiError, callApi } = await callApiCode.load();
  const idToken = await idTokenOf(uid);
  try {
    const headers = { authorization: `Bearer ${idToken}` };
    const method = body ? "post" : "get";
    const answer = await callApi(path, v.object({ ...ApiEnvelope.entries, data }), {
      headers,
      method,
      cache: "no-store",
      ...(body && { json: body }),
    });
    return answer.data;
  } catch (cause) {
    const { status, code, retryAt } = cause instanceof ApiError ? cause : {};
    if (status === undefined) throw new IdentityError("network-request-failed", { cause });
    if (code === RECENT_SIGN_IN_REQUIRED) throw new IdentityError("requires-recent-login");
    if (status === 429) throw new IdentityError("too-many-requests", { retryAt });
    if (code === INVALID_USER_TOKEN) await invalidateSession(idToken);
    throw new IdentityError("internal-error");
  }
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
