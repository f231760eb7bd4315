import { emailProblemTexts } from "@tallybin/contract/email-problem-texts";
import { type NewsletterRequest, NO_ID_TOKEN } from "@tallybin/contract/newsletter";
import { invalidArgument, readJson, successResponse } from "@tallybin/identity-server/internal";
import * as v from "valibot";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { emailKeyOf, requireEmail } from "../text/email-address.ts";
import { newsletterTexts } from "./newsletter-texts.ts";
import { createPublicId, SUBSCRIBE } from "./subscribers.ts";

/** `website` is the honeypot: a field that people do not see and bots fill in. */
const NewsletterBody = v.object({
  email: v.fallback(v.string(), ""),
  website: v.optional(v.string(), ""),
}) satisfies v.GenericSchema<NewsletterRequest>;

/** The bearer token. The page sends "undefined" without a user, so that text is no token. */
function bearerTokenOf(authorization: string | null): string | undefined {
  const text = (authorization ?? "").trim();
  if (text === "" || text === NO_ID_TOKEN) return undefined;
  const token = /^bearer +(\S+)$/i.exec(text)?.[1];
  if (token === undefined) throw invalidArgument("The authorization header is not a bearer token.");
  return token === NO_ID_TOKEN ? undefined : token;
}

/** POST /api/newsletter: stores a subscription. */
export async function postNewsletter(context: ApiContext, { request, client }: ApiCall): Promise<Response> {
  const { config, limiter, tokens } = context;
  const body = v.safeParse(NewsletterBody, await readJson(request));
  if (!body.success) throw invalidArgument(emailProblemTexts.missing);
  const { website } = body.output;
  const email = requireEmail(body.output.email);
  const idToken = bearerTokenOf(request.headers.get("authorization"));
  const uid = idToken === undefined ? undefined : await tokens.verify(idToken);
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
