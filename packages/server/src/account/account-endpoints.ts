import type { AccountHistory } from "@tallybin/contract";
import { InvalidTokenError, requireRecentSignIn, type VerifiedToken } from "@tallybin/identity-server";
import { ApiError, success } from "@tallybin/identity-server/internal";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { accountTexts as texts } from "./account-texts.ts";

type Owner = { token: VerifiedToken; idToken: string };

/**
 * The user of a request for an account's data: of an ID token whose user signed in just now.
 * @throws InvalidTokenError; ApiError 403 `requires-recent-login`, or 429
 */
async function requireOwner(context: ApiContext, { request }: ApiCall): Promise<Owner> {
  const idToken = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (idToken === undefined) throw new InvalidTokenError();
  const token = await context.tokens.verifyIdToken(idToken);
  requireRecentSignIn(token, context.now());
  const { perClient: limit } = context.config.limits;
  await context.limiter.requireWithin([{ scope: "account-data", subject: token.uid, limit }]);
  return { token, idToken };
}

/** GET /api/account/history: the security events of the account. */
export async function getHistory(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account } = context;
  if (!account) throw new ApiError(404, "not-found", "There is nothing at this address.");
  const { token, idToken } = await requireOwner(context, call);
  // The list is worth showing without what happened since the last look.
  await account.watch.look(idToken).catch(account.onFault);
  const data: AccountHistory = { events: await account.history.read(token.uid) };
  return success(data, texts.history);
}
