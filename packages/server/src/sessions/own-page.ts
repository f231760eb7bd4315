import { SESSION_HEADER } from "@tallybin/contract";
import { ApiError } from "../errors/api-error.ts";

const refused = (message: string): ApiError => new ApiError(403, "permission-denied", message);

/**
 * Whether a request comes from a page of exactly this origin. Checks the header that only a script of the origin can
 * send, `Origin`, and Fetch Metadata if the browser sends it. `SameSite=Strict` alone would let other ports and
 * subdomains pass.
 * @returns the session that the page names
 * @throws ApiError 403
 */
export function requireOwnPage({ headers, method }: Request, origin: string): string {
  const meant = headers.get(SESSION_HEADER);
  if (meant === null) throw refused(`The header ${SESSION_HEADER} is missing.`);
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw refused(`Open the site at ${origin}.`);
  const from = headers.get("origin");
  // Browsers omit it from a GET within one origin.
  if (from === null ? method !== "GET" : from !== origin) throw refused(`Open the site at ${origin}.`);
  return meant;
}
