import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./architecture/import-graph.ts";
import { commandFault } from "./support/command-fault.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const CASE = "docs/security.md";
const PROOFS = "docs/generated/security-proofs.md";
const documents = [CASE, "docs/security/asvs.md"].map((path) => ({ path, text: read(path) }));

const cells = (line: string): string[] =>
  line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim());
const proofs = new Map(
  [...read(PROOFS).matchAll(/^\| ([a-z0-9-]+) \| `(.+)` \|$/gm)].map(([, name = "", command = ""]) => [
    name,
    command,
  ]),
);
const used = documents.flatMap(({ text }) =>
  [...text.matchAll(/\[([a-z0-9-]+)\]\((?:\.\.\/)?generated\/security-proofs\.md\)/g)].map(
    ([, name = ""]) => name,
  ),
);
const requirements = documents.flatMap(({ text }) =>
  text
    .split("\n")
    .filter((line) => /^\| \d+\.\d+\.\d+(, \d+\.\d+\.\d+)* \| [12] \|/.test(line))
    .map(cells)
    .flatMap(([ids = "", ...row]) => ids.split(", ").map((id) => [id, ...row])),
);

describe("the security case", () => {
  test("each proof of the security case is a command whose files and tests exist", () => {
    expect(proofs.size).toBeGreaterThan(60);
    const faults = [...proofs].flatMap(([name, command]) => {
      const fault = commandFault(command);
      return fault === undefined ? [] : [`${name}: ${fault}`];
    });
    expect(faults, `${PROOFS} names tests by their titles`).toEqual([]);
  });

  test("each claim of the security case names a listed proof, and each listed proof is used", () => {
    expect([...new Set(used)].sort()).toEqual([...proofs.keys()].sort());
  });

  test("each threat and each section of an RFC in the security case names a proof", () => {
    const text = read(CASE);
    const claims = text.slice(text.indexOf("## STRIDE"));
    const rows = claims.split("\n").filter((line) => /^\| (?!---|Threat|Section)/.test(line));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !row.includes("security-proofs.md"))).toEqual([]);
  });
});

describe("ASVS 5.0", () => {
  test("the ASVS table lists each requirement of the levels 1 and 2 once", () => {
    const ids = requirements.map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const ofLevel = (level: string) => requirements.filter(([, given]) => given === level).length;
    expect([ofLevel("1"), ofLevel("2")]).toEqual([70, 183]);
  });

  test('each ASVS requirement with the status "met" names a proof', () => {
    const unproved = requirements.filter(
      ([, , status = "", , proof = ""]) => status === "met" && !proof.includes("security-proofs.md"),
    );
    expect(unproved).toEqual([]);
  });

  test("the introductions of both security documents give the counts of the ASVS table", () => {
    const figures = ["met", "partly", "not met", "Google", "operator", "n/a"]
      .map((status) => `${requirements.filter((row) => row[2] === status).length} ${status}`)
      .join(", ");
    for (const { path, text } of documents) expect(text, path).toContain(figures);
  });
});

describe("a command", () => {
  test.each([
    ["npx vitest run test/gone.test.ts", "test/gone.test.ts"],
    ['npx vitest run test/site-data.test.ts -t "a test that is gone"', "a test that is gone"],
    ["npm run gone", "gone"],
    ["npm run lab -- browser account/gone.spec.ts", "account/gone.spec.ts"],
    ["rm -rf /", "rm -rf /"],
  ])("the check of the security case's commands reports what is missing in: %s", (command, named) => {
    expect(commandFault(command)).toContain(named);
  });
});
