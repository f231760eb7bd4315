import * as v from "valibot";
import type { Http } from "../http/http.ts";
import { parseWire } from "../http/wire.ts";
import { Texts } from "../lib/schema.ts";

const Response = v.object({ authorizedDomains: v.optional(Texts, []) });

/**
 * Reads the domains from which a project lets people sign in.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects
 */
export const getAuthorizedDomains = async (http: Http): Promise<string[]> =>
  parseWire(Response, await http("v1/projects")).authorizedDomains;
