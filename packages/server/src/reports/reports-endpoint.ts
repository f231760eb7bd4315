import { ApiError, invalidArgument } from "@tallybin/identity-server/errors/errors";
import { readJson } from "@tallybin/identity-server/http/read-json";
import * as v from "valibot";
import type { ApiCall, ApiContext } from "../http/context.ts";

export const REPORTS_PATH = "/api/reports";

/** Browsers send reports in groups; a larger group than this comes from no browser. */
const MAX_REPORTS = 50;

const text = v.pipe(v.string(), v.maxLength(4_000));
const Report = v.object({
  type: v.pipe(v.string(), v.maxLength(40)),
  url: text,
  body: v.object({
    blockedURL: v.optional(text),
    effectiveDirective: v.optional(text),
  }),
});
const Group = v.pipe(v.array(v.unknown()), v.maxLength(MAX_REPORTS));

const KEYWORD = /^[a-z][a-z-]{0,40}$/;
const BUILT_FILE = /^\/assets\/[\w.-]{1,100}$/;

const keywordOrUndefined = (value: string | undefined): string | undefined =>
  value !== undefined && KEYWORD.test(value) ? value : undefined;

/** An address may contain personal data, so only a file of the build keeps its path. */
function blockedSourceOf(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address)) return keywordOrUndefined(address);
  const url = new URL(address);
  if (url.origin === origin && BUILT_FILE.test(url.pathname)) return url.pathname;
  return url.origin === "null" ? url.protocol : url.origin;
}

/** POST /api/reports: violations of the content policy, as browsers report them. Reports of other kinds are not kept. */
export async function postReports(
  { config, countRequest, pageOf, logReport }: ApiContext,
  { request, client }: ApiCall,
): Promise<Response> {
  if (!config.reports) throw new ApiError(404, "not-found", "There is nothing at this address.");
  await countRequest("reports-client", client);
  const group = v.safeParse(Group, await readJson(request, "application/reports+json"));
  if (!group.success) throw invalidArgument(`The body must be a list of at most ${MAX_REPORTS} reports.`);
  for (const entry of group.output) {
    const report = v.safeParse(Report, entry);
    if (!report.success || report.output.type !== "csp-violation") continue;
    const { type, url, body } = report.output;
    logReport({
      type,
      page: pageOf(url),
      what: keywordOrUndefined(body.effectiveDirective),
      blocked: blockedSourceOf(body.blockedURL, config.public.origin),
    });
  }
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
