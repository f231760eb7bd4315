import { isProviderId, providerOf } from "@tallybin/contract/providers";
import { ApiError } from "@tallybin/identity-server/errors/errors";
import { answerPage, renderButton, renderLink, renderParagraph } from "../http/answer-page.ts";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { createLinkCookie, notMeLink } from "../http/mailed-link.ts";
import { notMeTexts as texts } from "../server-texts.ts";
import type { AccountSecurity } from "./account.ts";
import { describeSignIn } from "./new-browser-mails.ts";
import type { AnsweredNotice } from "./notices.ts";

const cookie = createLinkCookie("not-me", notMeLink.path);

const createOverPage = (): Response => answerPage(texts.over, renderParagraph(texts.overText), 410);

const noticeIdIn = (context: ApiContext, call: ApiCall): string | undefined =>
  notMeLink.idOf(context.config.linkSecrets, cookie.tokenIn(context, call));

export async function getNotMe(context: ApiContext, call: ApiCall): Promise<Response> {
  const token = new URL(call.request.url).searchParams.get("token");
  const isSigned = token !== null && notMeLink.idOf(context.config.linkSecrets, token) !== undefined;
  if (isSigned) return cookie.moveToken(context, token);
  if (token !== null) {
    await context.countRequest("not-me-client", call.client);
    return answerPage(texts.incomplete, renderParagraph(texts.incompleteText), 400);
  }
  const id = noticeIdIn(context, call);
  const notice = id === undefined ? undefined : await context.account?.notices.find(id);
  if (!notice) return createOverPage();
  const { browser, at } = describeSignIn(notice);
  const text = renderParagraph(texts.signIn(browser, at)) + renderParagraph(texts.help);
  return answerPage(texts.question, text + renderButton(texts.button), 200);
}

/**
 * POST signs the browser of the notice out, once, and starts a new password.
 * @throws ApiError 403 if a page of another origin sent it
 */
export async function postNotMe(context: ApiContext, call: ApiCall): Promise<Response> {
  const { account, config } = context;
  if (call.request.headers.get("origin") !== config.public.origin)
    throw new ApiError(403, "permission-denied", texts.otherSite);
  const id = noticeIdIn(context, call);
  const answered = id === undefined ? undefined : await account?.notices.answer(id, null);
  if (!account || !answered) return cookie.dropToken(context, createOverPage());
  await endSessions(context, account, answered);
  const text = (await renderHelp(context, answered)) + renderParagraph(texts.anHour);
  return cookie.dropToken(context, answerPage(texts.done, text, 200));
}

export async function endSessions(
  { sessions }: Pick<ApiContext, "sessions">,
  { history }: AccountSecurity,
  { uid, sessions: ids }: AnsweredNotice,
): Promise<void> {
  const ended = (await sessions?.store.end(ids)) ?? [];
  await history.record(ended.map((device) => ({ uid, device, happening: { kind: "ended-by-notice" } })));
}

/** What the customer does next. The session has ended in every case. */
async function renderHelp({ identity }: ApiContext, { email, methods }: AnsweredNotice): Promise<string> {
  const providers = (methods ?? []).filter(isProviderId).map((id) => providerOf(id).name);
  const hasPassword = methods === null || methods.includes("password");
  if (!hasPassword && providers.length > 0) return renderParagraph(texts.byProvider(providers.join(", ")));
  if (!hasPassword || email === null) return renderParagraph(texts.byPasskey);
  const isSent = await identity.sendPasswordReset(email);
  const [text, label] = isSent ? [texts.mailed, texts.again] : [texts.notMailed, texts.choose];
  return renderParagraph(text) + renderLink("/auth/forgotpass", label);
}
