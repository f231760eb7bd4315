import { NO_ID_TOKEN } from "@tallybin/contract";
import { invalidArgument } from "../errors/api-error.ts";

/**
 * The bearer token of a request. The page sends the text "undefined" when no user is signed in, so that text counts
 * as a missing header.
 */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  const text = (authorization ?? "").trim();
  if (text === "" || text === NO_ID_TOKEN) return undefined;
  const token = /^bearer +(\S+)$/i.exec(text)?.[1];
  if (token === undefined) throw invalidArgument("The authorization header is not a bearer token.");
  return token === NO_ID_TOKEN ? undefined : token;
}
