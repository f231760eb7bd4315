import { type Http, parseWire } from "../http/http.ts";
import { Texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const Response = v.object({ authorizedDomains: v.optional(Texts, []) });

/** The domains of each client, kept while the page is open, because only an administrator changes them. */
const known = new WeakMap<Http, Promise<string[]>>();

/**
 * Reads the domains that a project allows sign-ins from.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects
 */
export function getAuthorizedDomains(http: Http): Promise<string[]> {
  const domains =
    known.get(http) ?? http("v1/projects").then((answer) => parseWire(Response, answer).authorizedDomains);
  known.set(http, domains);
  // A failure is not cached, so the next popup tries again.
  domains.catch(() => known.delete(http));
  return domains;
}
