import { type Http, parseWire } from "../http/http.ts";
import { Texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const Response = v.object({ authorizedDomains: v.optional(Texts, []) });

/**
 * Reads the domains that a project allows sign-ins from.
 * @param kept of one client, while its page is open: only an administrator changes the domains
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects
 */
export function getAuthorizedDomains(http: Http, kept: { domains?: Promise<string[]> }): Promise<string[]> {
  kept.domains ??= http("v1/projects").then((answer) => parseWire(Response, answer).authorizedDomains);
  // A failure is not cached, so the next popup tries again.
  const { domains } = kept;
  domains.catch(() => delete kept.domains);
  return domains;
}
