import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const Rule = v.strictObject({
  alert: v.string(),
  expr: v.string(),
  for: v.optional(v.pipe(v.string(), v.regex(/^\d+[smh]$/))),
  labels: v.object({ severity: v.picklist(["page", "ticket"]) }),
  annotations: v.object({ summary: v.string() }),
});
const Rules = v.object({ groups: v.array(v.object({ name: v.string(), rules: v.array(Rule) })) });

const { groups } = v.parse(Rules, parse(read("../../deploy/prometheus/alerts.yml")));
const rules = groups.flatMap((group) => group.rules);
const page = read("../../../../docs/operations.md");
const cases = read("../alerts/rule-cases.ts");

test("each alert has a runbook entry and a test of its rule", () => {
  const names = rules.map(({ alert }) => alert);
  expect([...page.matchAll(/^### (Tallybin\w+)$/gm)].map(([, name]) => name)).toEqual(names);
  expect(new Set([...cases.matchAll(/alert: "(\w+)"/g)].map(([, name]) => name))).toEqual(new Set(names));
});

test("alert rules and the runbook use only metrics that the server has", () => {
  const source = read("../../src/operation/metrics.ts");
  const kinds = [...source.matchAll(/^ {2}(\w+): "/gm)].map(([, kind]) => `${kind}_seconds`);
  const gauges = [...source.matchAll(/^ {4}(\w+): \[/gm)].map(([, name]) => name);
  const named = [...source.matchAll(/name: "tallybin_(\w+)"/g)].map(([, name]) => name);
  const known = new Set([...kinds, ...gauges, ...named]);
  const used = [...rules.map(({ expr }) => expr), page].flatMap((text) =>
    [...text.matchAll(/\btallybin_(\w+)/g)].map(([, name = ""]) =>
      name.replace(/(?<=_seconds)_(?:bucket|count|sum)$/, ""),
    ),
  );
  expect(used.length).toBeGreaterThan(rules.length);
  for (const name of used) expect([...known], name).toContain(name);
});
