import { readFileSync } from "node:fs";
import * as v from "valibot";
import { readDifferences } from "../../differential/read-differences.ts";

const Exchange = v.object({
  name: v.string(),
  method: v.string(),
  path: v.string(),
  headers: v.record(v.string(), v.string()),
  body: v.unknown(),
  status: v.number(),
  responseHeaders: v.record(v.string(), v.string()),
  response: v.unknown(),
});
/** A recorded request to Google's Auth Emulator with its response. */
export type Exchange = v.InferOutput<typeof Exchange>;

/** One exchange a line, in the order of the recording. */
export const exchanges = readFileSync(new URL("exchanges.ndjson", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => v.parse(Exchange, JSON.parse(line)));

const README = new URL("../../../docs/generated/emulator-differences.md", import.meta.url);

/** The rows of the README's table of divergences, by exchange. */
export const divergences: ReadonlyMap<string, { ours: string; why: string }> = new Map(
  readDifferences(README)
    .filter(({ what }) => /^`.*`$/.test(what))
    .map(({ what, ours, why }) => [what.slice(1, -1), { ours, why }]),
);
