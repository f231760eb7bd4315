import { checkSync } from "recheck";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { filesUnder } from "./architecture/import-graph.ts";

/** The code whose expressions meet the input of strangers: the server, and the border of the local services. */
// Without a program of another platform beside it.
process.env["RECHECK_SYNC_BACKEND"] = "pure";

const files = [
  "packages/server/src",
  "packages/identity-server/src",
  "packages/contract/src",
  "packages/platform/src",
  "mocks/http",
].flatMap(filesUnder);

type Found = { place: string; pattern: string; flags: string };

/** Every literal expression of a file. */
function expressionsIn({ path, text }: { path: string; text: string }): Found[] {
  const found: Found[] = [];
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ place: `${path}:${line}`, ...node.regex });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Without an unlimited repetition, an expression reads each character a limited number of times. */
const repeats = ({ pattern }: Found): boolean =>
  /[*+]|,\}/.test(pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "x"));

/** Whether an input exists that costs more than its length. Partial matches count, because most inputs match nowhere. */
function isSuperlinear({ pattern, flags }: Found): boolean {
  // A large automaton takes up to a minute; the fuzzer tries those expressions instead.
  const { status } = checkSync(pattern, flags, {
    checker: "auto",
    // Counted steps decide, not time, which a busy machine takes more of.
    timeout: null,
    incubationTimeout: null,
    attackTimeout: null,
    attackLimit: 50_000_000,
    maxNFASize: 1_500,
    randomSeed: 1,
    incubationLimit: 5_000,
    maxIteration: 2,
    maxInitialGenerationSize: 100,
    maxGenerationSize: 20,
  });
  return status !== "safe";
}

test("no regular expression of the code takes more than linear time on any input", () => {
  const expressions = files.flatMap(expressionsIn).filter(repeats);
  expect(expressions.length).toBeGreaterThan(15);
  const slow: string[] = [];
  for (const found of expressions) if (isSuperlinear(found)) slow.push(`${found.place} /${found.pattern}/`);
  expect(slow).toEqual([]);
}, 300_000);

test.each(["\\/+$", "\\s*;\\s*", "(?<=.)\\/+$", "%.*$", "^\\s*bearer\\s+(.*)$", "^(a+)+$"])(
  "the check of regular expressions reports /%s/ as slow",
  (pattern) => {
    expect(isSuperlinear({ place: "", pattern, flags: "" })).toBe(true);
  },
);
