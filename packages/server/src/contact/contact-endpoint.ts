import { CONTACT_COLUMNS, CONTACT_TAB, CONTACT_TAB_PARAMETER, type ContactColumn } from "@tallybin/contract";
import * as v from "valibot";
import { ApiError, invalidArgument } from "../errors/api-error.ts";
import type { ApiCall, ApiContext } from "../http/context.ts";
import { success } from "../http/envelope.ts";
import { readJson } from "../http/read-json.ts";
import { emailKeyOf, MAX_EMAIL } from "../text/email-address.ts";
import { problemTexts } from "../text/problem-texts.ts";
import { Line, Text } from "../text/text-schemas.ts";
import { messageOf, storeMessage } from "./contact-messages.ts";
import { contactTexts } from "./contact-texts.ts";

/** The address is kept as entered: an unusable one still carries a message. */
const COLUMNS: Record<ContactColumn, v.GenericSchema<unknown, string>> = {
  name: Line(200),
  email: v.pipe(Line(MAX_EMAIL), v.minLength(1, problemTexts.empty)),
  message: v.pipe(Text(5_000), v.minLength(1, problemTexts.empty)),
};

/** The body that a spreadsheet service expects: a list of rows, here with one row. */
const Rows = v.strictTuple([v.strictTuple(CONTACT_COLUMNS.map((column) => COLUMNS[column]))]);

/** "Your message is longer than 5000 characters.": the form shows this text unchanged. */
function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  const issue = issues[0];
  const field = CONTACT_COLUMNS[Number(issue?.path?.[1]?.key)];
  return issue && field && issue.path?.length === 2 && typeof issue.input === "string"
    ? contactTexts.problem(contactTexts.field[field], issue.message)
    : `The body must be a list with one row of these texts: ${CONTACT_COLUMNS.join(", ")}.`;
}

/** POST /api/sheets/contact?tabId=responses: the default for a spreadsheet service. */
export async function postContact(context: ApiContext, { request, client }: ApiCall): Promise<Response> {
  const { config, limiter } = context;
  const parameters = new URL(request.url).searchParams;
  if (parameters.get(CONTACT_TAB_PARAMETER) !== CONTACT_TAB) {
    throw new ApiError(404, "not-found", `There is only the tab "${CONTACT_TAB}".`);
  }
  const body = v.safeParse(Rows, await readJson(request));
  if (!body.success) throw invalidArgument(describe(body.issues));
  const [row] = body.output;
  const message = messageOf(row);
  const limits = [
    { scope: "contact-client", subject: client, limit: config.limits.perClient },
    { scope: "contact-address", subject: emailKeyOf(message.email), limit: config.limits.perAddress },
  ];
  // The shape of the body is fixed, so the honeypot is in the query.
  if (parameters.get("website")) await limiter.requireWithin(limits);
  else await storeMessage(limiter, limits, message);
  return success({ rows: 1 }, contactTexts.sent);
}
