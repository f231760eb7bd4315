import { company } from "@tallybin/contract";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { unsubscribe } from "./subscribers.ts";
import { UNSUBSCRIBE_STYLE_INTEGRITY, UNSUBSCRIBE_STYLE_PATH } from "./unsubscribe-style.ts";
import { unsubscribeTexts as texts } from "./unsubscribe-texts.ts";
import { verifyUnsubscribeToken } from "./unsubscribe-token.ts";

/** A page of the server itself, without a script, because mail clients may open it anywhere, even years later. */
function page(title: string, body: string, status: 200 | 400): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${company.name}</title>
<link rel="stylesheet" href="${UNSUBSCRIBE_STYLE_PATH}" integrity="${UNSUBSCRIBE_STYLE_INTEGRITY}">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
<p><a href="/">${company.name}</a></p>
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  };
  return new Response(html, { status, headers });
}

const incomplete = (): Response => page(texts.incomplete, `<p>${texts.incompleteText}</p>`, 400);

const publicIdOf = ({ config }: ApiContext, { request }: ApiCall): string | undefined =>
  verifyUnsubscribeToken(config.unsubscribeSecret, new URL(request.url).searchParams.get("token") ?? "");

/** GET only asks: mail scanners and link previews open every link of a mail, and must not unsubscribe the reader. */
export async function getUnsubscribe(context: ApiContext, call: ApiCall): Promise<Response> {
  if (publicIdOf(context, call) === undefined) return incomplete();
  return page(
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
  const publicId = publicIdOf(context, call);
  if (publicId === undefined) {
    // Only guesses count: the one-click posts of all of a mail provider's readers come from a few IP addresses.
    const { perClient } = config.limits;
    await limiter.requireWithin([{ scope: "unsubscribe-client", subject: call.client, limit: perClient }]);
    return incomplete();
  }
  await unsubscribe(database, publicId);
  return page(texts.done, `<p>${texts.doneText}</p>`, 200);
}
