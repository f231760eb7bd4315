import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import * as breached from "@tallybin/contract/breached-passwords";
import {
  ApiError,
  invalidArgument,
  successResponse,
  UnavailableError,
} from "@tallybin/identity-server/errors/errors";
import type { ServerConfig } from "../environment/environment.ts";
import { StartError } from "../errors/start-error.ts";
import type { ApiCall, ApiContext, RangeSource } from "../http/context.ts";

const HASH = /^[0-9A-F]{40}(?=:\d+$|$)/;
/** A count of zero marks the service's padding. */
const SUFFIX = /^([0-9A-F]{35}):(?!0+$)\d+$/;

/** Shorter than the page's own wait, because a later response is useless. */
const SERVICE_TIMEOUT_MS = 1_200;
/** The longest range of the service, padding included, is below 100 kB. */
const MAX_RANGE_BYTES = 500_000;

const linesOf = (text: string): string[] => text.split(/\r?\n/).map((line) => line.trim().toUpperCase());

/** A file with one SHA-1 hash per line, optionally followed by a colon and a count. Kept in memory. */
function createFileSource(path: string): RangeSource {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new StartError(`BREACHED_PASSWORDS names a file that cannot be read: ${path}.`, { cause: error });
  }
  const ranges = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const hash = HASH.exec(line)?.[0];
    if (hash === undefined) continue;
    const prefix = hash.slice(0, breached.BREACHED_PREFIX_LENGTH);
    ranges.set(prefix, [...(ranges.get(prefix) ?? []), hash.slice(breached.BREACHED_PREFIX_LENGTH)]);
  }
  return async (prefix) => ranges.get(prefix) ?? [];
}

/** @see https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange */
const createServiceSource =
  (url: string): RangeSource =>
  async (prefix) => {
    try {
      const response = await fetch(`${url}/${prefix}`, {
        headers: { "add-padding": "true", "user-agent": "tallybin" },
        redirect: "error",
        signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const text = await response.text();
      if (text.length > MAX_RANGE_BYTES) throw new Error("the range is too long");
      return linesOf(text).flatMap((line) => SUFFIX.exec(line)?.[1] ?? []);
    } catch (error) {
      throw new UnavailableError("breached passwords", { cause: error });
    }
  };

/** @throws StartError if the file cannot be read */
export function createRangeSource(config: ServerConfig["breachedPasswords"]): RangeSource | undefined {
  if (config === null) return undefined;
  return "file" in config ? createFileSource(config.file) : createServiceSource(config.url);
}

const PREFIX = /^[0-9A-F]{5}$/;

/** Most ranges of known breaches have fewer entries, so that most responses have the same length. */
const PADDED_TO = 1_024;

const randomSuffix = (): string =>
  randomBytes(breached.SHA1_LENGTH / 2)
    .toString("hex")
    .slice(breached.BREACHED_PREFIX_LENGTH)
    .toUpperCase();

/** Adds random entries, so that the length of the response does not reveal the requested range. */
function padSuffixes(suffixes: readonly string[]): string[] {
  const length = Math.ceil(Math.max(suffixes.length, 1) / PADDED_TO) * PADDED_TO;
  const fillers = Array.from({ length: length - suffixes.length }, randomSuffix);
  return [...suffixes, ...fillers].toSorted();
}

/** GET /api/breached-passwords?prefix=5BAA6. The server learns five of forty digits and logs none. */
export async function getBreachedPasswords(
  { countRequest, breachedRanges }: ApiContext,
  { request, client }: ApiCall,
): Promise<Response> {
  if (!breachedRanges) throw new ApiError(404, "not-found", "There is nothing at this address.");
  const prefix = new URL(request.url).searchParams.get(breached.BREACHED_PREFIX_PARAMETER) ?? "";
  if (!PREFIX.test(prefix)) throw invalidArgument("The prefix must be five upper-case hexadecimal digits.");
  await countRequest("breached-client", client);
  const suffixes = padSuffixes(await breachedRanges(prefix));
  return successResponse({ suffixes }, "The range of this prefix.");
}
