import { raw } from "hono/html";
import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "../http/api-error.ts";
import type { Call } from "../http/router.ts";
import { optionalFields, parseBody } from "../http/wire.ts";
import { createPageResponse, html } from "../pages/html.ts";
import { workbenchTexts } from "../workbench/workbench-texts.ts";

const Filter = v.object({
  ...optionalFields(v.string(), "to", "type"),
  kind: v.fallback(v.optional(v.picklist(["mail", "sms"])), undefined),
});
const messageFilterOf = ({ searchParams }: URL) => v.parse(Filter, Object.fromEntries(searchParams));

export const listMessages = ({ outbox }: ServiceContext, { url }: Call): object => ({
  messages: outbox.list(messageFilterOf(url)),
});

export function findLatestMessage({ outbox }: ServiceContext, { url }: Call): object {
  const [message] = outbox.list(messageFilterOf(url));
  if (!message) throw new ApiError("The outbox has no such message.", 404);
  return message;
}

/** A mail as it would arrive: its HTML with working links, and its plain text. */
export function showMail({ outbox }: ServiceContext, { params }: Call): Response {
  const mail = outbox.list().find(({ id }) => id === params["id"]);
  if (!mail) throw new ApiError("The outbox has no such message.", 404);
  const { to, subject = "", text = "", html: body } = mail;
  return createPageResponse({
    title: subject,
    body: html`<body class="mail"><main><h1>${subject}</h1><p class="soft">${to}</p>
${body !== undefined && html`<section aria-label="HTML">${raw(body)}</section>`}
<section aria-label="${workbenchTexts.outbox.plainText}"><pre>${text}</pre></section></main></body>`,
    directives: {
      sandbox: "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    },
  });
}

const text = v.pipe(v.string("must be string"), v.maxLength(20_000, "must be at most 20000 characters"));
const Draft = v.object(
  {
    kind: v.optional(v.picklist(["mail", "sms"], 'must be "mail" or "sms"'), "mail"),
    to: text,
    type: v.optional(text, "MAIL"),
    ...optionalFields(text, "subject", "text", "html", "actionLink", "code"),
  },
  "must be object",
);

/** Puts a message of another program into the outbox, such as a mail of the site's server. */
export const addForeignMessage = ({ outbox }: ServiceContext, { fields }: Call): object =>
  outbox.send(parseBody(Draft, fields));
