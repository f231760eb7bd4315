import { answerPage } from "../http/answer-page.ts";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { unsubscribeLink } from "../text/signed-link.ts";
import { unsubscribeTexts as texts } from "./newsletter-texts.ts";
import { unsubscribe } from "./subscribers.ts";

const createIncompletePage = (): Response =>
  answerPage(texts.incomplete, `<p>${texts.incompleteText}</p>`, 400);

const subscriberIdOf = ({ config }: ApiContext, { request }: ApiCall): string | undefined =>
  unsubscribeLink.idOf(config.linkSecrets, new URL(request.url).searchParams.get("token") ?? "");

/** GET only asks: mail scanners and link previews open every link of a mail, and must not unsubscribe the reader. */
export async function getUnsubscribe(context: ApiContext, call: ApiCall): Promise<Response> {
  if (subscriberIdOf(context, call) === undefined) return createIncompletePage();
  return answerPage(
    texts.question,
    `<form method="post"><p>${texts.questionText}</p><p><button type="submit">${texts.unsubscribe}</button></p></form>`,
    200,
  );
}

/**
 * POST unsubscribes, without a cookie, a login or a second question, whether a browser or a mail program sends it.
 * @see https://www.rfc-editor.org/rfc/rfc8058#section-3.2
 */
export async function postUnsubscribe(context: ApiContext, call: ApiCall): Promise<Response> {
  const { config, database, limiter } = context;
  const publicId = subscriberIdOf(context, call);
  if (publicId === undefined) {
    // Only guesses count for a client: the one-click posts of all of a mail provider's readers come from a few IP addresses.
    const { perClient } = config.limits;
    await limiter.requireWithin([{ scope: "unsubscribe-client", subject: call.client, limit: perClient }]);
    return createIncompletePage();
  }
  await limiter.requireWithin([
    { scope: "unsubscribe-link", subject: publicId, limit: config.limits.perAddress },
  ]);
  await unsubscribe(database, publicId);
  return answerPage(texts.done, `<p>${texts.doneText}</p>`, 200);
}
