import { emailProblemTexts } from "@tallybin/contract/email-problem-texts";
import type { NewsletterRequest } from "@tallybin/contract/newsletter";
import { invalidArgument, successResponse } from "@tallybin/identity-server/errors/errors";
import { readJson } from "@tallybin/identity-server/http/read-json";
import * as v from "valibot";
import { answerPage, renderButton, renderParagraph } from "../http/answer-page.ts";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { unsubscribeLink } from "../http/mailed-link.ts";
import { findUid } from "../http/request-user.ts";
import { newsletterTexts, unsubscribeTexts as texts } from "../server-texts.ts";
import { emailKeyOf, requireEmail } from "../text/typed-text.ts";
import { createPublicId, SUBSCRIBE, unsubscribe } from "./subscribers.ts";

const NewsletterBody = v.object({
  email: v.fallback(v.string(), ""),
  website: v.optional(v.string(), ""),
}) satisfies v.GenericSchema<NewsletterRequest>;

/** POST /api/newsletter: stores a subscription. */
export async function postNewsletter(context: ApiContext, { request, client }: ApiCall): Promise<Response> {
  const { config, limiter } = context;
  const body = v.safeParse(NewsletterBody, await readJson(request));
  if (!body.success) throw invalidArgument(emailProblemTexts.missing);
  const { website } = body.output;
  const email = requireEmail(body.output.email);
  const uid = await findUid(context, request);
  const emailKey = emailKeyOf(email);
  const limits = [
    { scope: "newsletter-client", subject: client, limit: config.limits.perClient },
    { scope: "newsletter-address", subject: emailKey, limit: config.limits.perAddress },
  ];
  const source = context.pageOf(request.headers.get("referer") ?? undefined);
  const hasWelcome = context.welcomeDue !== undefined;
  const publicId = createPublicId(config.linkSecrets[0], emailKey);
  const values = [publicId, email, emailKey, uid ?? null, config.consentVersion, source, hasWelcome];
  await limiter.requireWithin(limits, website === "" ? { ...SUBSCRIBE, values } : undefined);
  if (website === "") context.welcomeDue?.();
  // The same for a new address, a known one, and a filled honeypot.
  return successResponse({ subscribed: true }, newsletterTexts.subscribed);
}

const createIncompletePage = (): Response =>
  answerPage(texts.incomplete, renderParagraph(texts.incompleteText), 400);

const subscriberIdOf = ({ config }: ApiContext, { request }: ApiCall): string | undefined =>
  unsubscribeLink.idOf(config.linkSecrets, new URL(request.url).searchParams.get("token") ?? "");

/** GET only asks: mail scanners and link previews open every link of a mail, and must not unsubscribe the reader. */
export async function getUnsubscribe(context: ApiContext, call: ApiCall): Promise<Response> {
  if (subscriberIdOf(context, call) === undefined) return createIncompletePage();
  const text = renderParagraph(texts.questionText);
  return answerPage(texts.question, text + renderButton(texts.unsubscribe), 200);
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
    await context.countRequest("unsubscribe-client", call.client);
    return createIncompletePage();
  }
  const { perAddress: limit } = config.limits;
  await limiter.requireWithin([{ scope: "unsubscribe-link", subject: publicId, limit }]);
  await unsubscribe(database, publicId);
  return answerPage(texts.done, renderParagraph(texts.doneText), 200);
}
