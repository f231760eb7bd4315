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
import type { ApiError, callApi } from "../../api/call-api.ts";
import { callApiCode } from "../../api/call-api-code.ts";
import { importClientCode, withIdentity } from "./client.ts";

/**
 * Calls an endpoint of our server about one user.
 * @param explainRefusal throws the error of a refusal with a meaning of its own
 * @throws IdentityError `too-many-requests`, `internal-error` or `network-request-failed`
 */
export async function callAccountApi<Data extends v.GenericSchema>(
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
