import { randomBytes } from "node:crypto";
import {
  BREACHED_PREFIX_LENGTH,
  BREACHED_PREFIX_PARAMETER,
  SHA1_LENGTH,
} from "@tallybin/contract/breached-passwords";
import { ApiError, invalidArgument, successResponse } from "@tallybin/identity-server/internal";
import type { ApiCall, ApiContext } from "../http/context.ts";

const PREFIX = /^[0-9A-F]{5}$/;
const SUFFIX_DIGITS = SHA1_LENGTH - BREACHED_PREFIX_LENGTH;

/** Most ranges of known breaches have fewer entries, so that most responses have the same length. */
const PADDED_TO = 1_024;

const randomSuffix = (): string =>
  randomBytes(Math.ceil(SUFFIX_DIGITS / 2))
    .toString("hex")
    .slice(0, SUFFIX_DIGITS)
    .toUpperCase();

/** Adds random entries, so that the length of the response does not reveal the requested range. */
function padSuffixes(suffixes: readonly string[]): string[] {
  const length = Math.ceil(Math.max(suffixes.length, 1) / PADDED_TO) * PADDED_TO;
  const fillers = Array.from({ length: length - suffixes.length }, randomSuffix);
  return [...suffixes, ...fillers].toSorted();
}

/** GET /api/breached-passwords?prefix=5BAA6. The server learns five of forty digits and logs none. */
export async function getBreachedPasswords(
  { config, limiter, breachedRanges }: ApiContext,
  { request, client }: ApiCall,
): Promise<Response> {
  if (!breachedRanges) throw new ApiError(404, "not-found", "There is nothing at this address.");
  const prefix = new URL(request.url).searchParams.get(BREACHED_PREFIX_PARAMETER) ?? "";
  if (!PREFIX.test(prefix)) throw invalidArgument("The prefix must be five upper-case hexadecimal digits.");
  await limiter.requireWithin([
    { scope: "breached-client", subject: client, limit: config.limits.perClient },
  ]);
  return successResponse(
    { suffixes: padSuffixes(await breachedRanges(prefix)) },
    "The range of this prefix.",
  );
}
