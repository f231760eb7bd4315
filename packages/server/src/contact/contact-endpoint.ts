import { createHash } from "node:crypto";
import { CONTACT_COLUMNS, CONTACT_TAB, CONTACT_TAB_PARAMETER } from "@tallybin/contract/contact";
import { MAX_EMAIL, readEmail } from "@tallybin/contract/typed-text";
import { ApiError, invalidArgument, successResponse } from "@tallybin/identity-server/errors/errors";
import { readJson } from "@tallybin/identity-server/http/read-json";
import * as v from "valibot";
import type { ApiCall, ApiContext } from "../http/context.ts";
import type { Effect } from "../limits/rate-limiter.ts";
import { contactTexts, problemTexts } from "../server-texts.ts";
import { emailKeyOf, Line, Text } from "../text/typed-text.ts";

/** An unusable address is kept as entered, because it still carries a message. */
const COLUMNS: Record<(typeof CONTACT_COLUMNS)[number], v.GenericSchema<unknown, string>> = {
  name: Line(200),
  email: v.pipe(
    Line(MAX_EMAIL),
    v.minLength(1, problemTexts.empty),
    v.transform((typed) => readEmail(typed).address ?? typed),
  ),
  message: v.pipe(Text(5_000), v.minLength(1, problemTexts.empty)),
};

/** The body that a spreadsheet service expects: a list of rows, here with one row. */
const Rows = v.strictTuple([v.strictTuple(CONTACT_COLUMNS.map((column) => COLUMNS[column]))]);

const TEN_MINUTES_MS = 600_000;

/** A message again within ten minutes is a double click, or a retry after a lost response. */
const messageDigestOf = (row: readonly string[], at: number): string =>
  createHash("sha256")
    .update(JSON.stringify([...row, Math.floor(at / TEN_MINUTES_MS)]))
    .digest("base64url");

const STORED = [...CONTACT_COLUMNS, "email_key", "digest"];

/** Stores a message once, if its limits allow it, in one statement with them. */
const STORE = {
  columns: Object.fromEntries([...STORED, "digest_before"].map((column) => [column, "text"])),
  text: `
  insert into contact_messages (${STORED.join(", ")})
  select ${STORED.join(", ")} from allowed
  where not exists (select from contact_messages
    where digest = digest_before and received_at > now() - interval '10 minutes')
  on conflict (digest) do nothing`,
} satisfies Effect;

/** "Your message is longer than 5000 characters.": the form shows this text unchanged. */
function describeProblem(issues: readonly v.BaseIssue<unknown>[]): string {
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
  if (!body.success) throw invalidArgument(describeProblem(body.issues));
  const [row] = body.output;
  const email = emailKeyOf(row[CONTACT_COLUMNS.indexOf("email")] ?? "");
  const limits = [
    { scope: "contact-client", subject: client, limit: config.limits.perClient },
    { scope: "contact-address", subject: email, limit: config.limits.perAddress },
  ];
  // The shape of the body is fixed, so the honeypot is in the query.
  const isBot = parameters.get("website");
  const now = Date.now();
  const values = [...row, email, messageDigestOf(row, now), messageDigestOf(row, now - TEN_MINUTES_MS)];
  await limiter.requireWithin(limits, isBot ? undefined : { ...STORE, values });
  return successResponse({ rows: 1 }, contactTexts.sent);
}
