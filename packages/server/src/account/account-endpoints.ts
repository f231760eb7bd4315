import type { AccountData, AccountHistory, AccountNotices, NoticeAnswer } from "@tallybin/contract/account";
import { requireRecentSignIn } from "@tallybin/identity-server";
import { ApiError, invalidArgument, successResponse } from "@tallybin/identity-server/errors/errors";
import { readJson } from "@tallybin/identity-server/http/read-json";
import * as v from "valibot";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { type RequestUser, requireUser } from "../http/request-user.ts";
import { subscriptionsOf } from "../newsletter/subscribers.ts";
import { accountTexts as texts } from "../server-texts.ts";
import { endSessions } from "./not-me-endpoint.ts";
import { deviceHashOf, deviceSecretIn } from "./notices.ts";

/** A user who has signed in just now. @throws InvalidTokenError; ApiError 403 `requires-recent-login`, or 429 */
async function requireOwner(context: ApiContext, call: ApiCall): Promise<RequestUser> {
  const owner = await requireUser(context, call.request);
  requireRecentSignIn(owner.token, context.now());
  await context.countRequest("account-data", owner.token.uid);
  return owner;
}

/** GET /api/account/history: the security events of the account. */
export async function getHistory(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account } = context;
  if (!account) throw new ApiError(404, "not-found", texts.nothingHere);
  const { token, look } = await requireOwner(context, call);
  // If the look fails, show the list without the events since the last look.
  await look();
  const data: AccountHistory = { events: await account.history.read(token.uid) };
  return successResponse(data, texts.history);
}

/** GET /api/account/data: what this server holds about the account, in every mode of sessions. */
export async function getAccountData(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account, database, sessions } = context;
  const { token, look } = await requireOwner(context, call);
  const { uid, claims } = token;
  // Anyone can enter any address in a profile; only a verified one proves whose subscription it is.
  const email = claims["email_verified"] === true ? String(claims["email"]) : undefined;
  await look();
  const listed = (await sessions?.store.list(uid)) ?? [];
  const data: AccountData = {
    sessions: listed.map(({ browser, system, createdAt, lastUsedAt }) => ({
      browser,
      system,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    history: (await account?.history.read(uid)) ?? [],
    newsletter: await subscriptionsOf(database, uid, email),
  };
  return successResponse(data, texts.data);
}

const Answer = v.object({
  id: v.pipe(v.string(), v.uuid()),
  isKnown: v.boolean(),
}) satisfies v.GenericSchema<NoticeAnswer>;

/** The user of the request, and the browser that it comes from. @throws InvalidTokenError; ApiError 404 */
async function readAsker(context: ApiContext, call: ApiCall) {
  const { account, config } = context;
  if (!account) throw new ApiError(404, "not-found", texts.nothingHere);
  const { uid } = (await requireUser(context, call.request)).token;
  const secret = deviceSecretIn(call.request, config.public.origin);
  return { account, uid, deviceHash: secret === undefined ? "" : deviceHashOf(secret, uid) };
}

/** GET /api/account/notices: new browsers that no mail has told of. Needs no recent sign-in, as ending a session. */
export async function getNotices(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account, uid, deviceHash } = await readAsker(context, call);
  const waiting = await account.notices.waiting(uid, deviceHash);
  const data: AccountNotices = {
    notices: waiting.map((notice) => ({ ...notice, at: notice.at.toISOString() })),
  };
  return successResponse(data, texts.notices);
}

/** POST /api/account/notices: the user knows the browser, or ends its session. */
export async function postNotice(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account, uid, deviceHash } = await readAsker(context, call);
  const body = v.safeParse(Answer, await readJson(call.request));
  if (!body.success) throw invalidArgument(texts.noAnswer);
  const { id, isKnown } = body.output;
  if (isKnown) await account.notices.dismiss(id, uid, deviceHash);
  const answered = isKnown ? undefined : await account.notices.answer(id, uid);
  if (answered) await endSessions(context, account, answered);
  return successResponse({}, texts.answered);
}
