import type { AccountNotices, NoticeAnswer } from "@tallybin/contract/account";
import { ApiError, invalidArgument, readJson, successResponse } from "@tallybin/identity-server/internal";
import * as v from "valibot";
import type { ApiCall, ApiContext } from "../http/context.ts";
import type { AccountSecurity } from "./account.ts";
import { verifyOwner } from "./account-endpoints.ts";
import { accountTexts as texts } from "./account-texts.ts";
import { deviceHashOf, deviceSecretIn } from "./device-cookie.ts";
import { endSessions } from "./not-me-endpoint.ts";

const Answer = v.object({
  id: v.pipe(v.string(), v.uuid()),
  isKnown: v.boolean(),
}) satisfies v.GenericSchema<NoticeAnswer>;

/** The user of the request, and the browser that it comes from. @throws InvalidTokenError; ApiError 404 */
async function readAsker(
  context: ApiContext,
  call: ApiCall,
): Promise<{ account: AccountSecurity; uid: string; deviceHash: string }> {
  const { account, config } = context;
  if (!account) throw new ApiError(404, "not-found", texts.nothingHere);
  const { uid } = (await verifyOwner(context, call)).token;
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
  else {
    const answered = await account.notices.answer(id, uid);
    if (answered) await endSessions(context, account, answered);
  }
  return successResponse({}, texts.answered);
}
