import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shownEvents } from "./lifecycle-table.ts";
import { PHASES, EVENTS as POPUP_EVENTS } from "./popup-table.ts";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(at(path), "utf8");
const readme = read("README.md");

test("the README's transition table shows every session event", () => {
  const union = read("src/session/state.ts").split("export type SessionEvent =")[1]?.split("export type")[0];
  const types = [...(union ?? "").matchAll(/\{ type: "([a-z-]+)"/g)].map(([, type]) => type);
  expect(shownEvents()).toEqual(new Set(types));
});

test("the README's table of popups shows every phase and event", () => {
  const source = read("src/popup/lifecycle.ts");
  const phases = source.match(/^export type PopupPhase = (.*);$/m)?.[1]?.split(" | ");
  expect([...PHASES, "over"].map((phase) => `"${phase}"`)).toEqual(phases);
  const union = source.split("export type PopupEvent =")[1]?.split("export type")[0];
  const types = [...(union ?? "").matchAll(/\{ type: "([a-z-]+)"/g)].map(([, type]) => type);
  expect(new Set(POPUP_EVENTS.map(([, { type }]) => type))).toEqual(new Set(types));
});

test("the README's oldest browser versions support every API of the browser table, and the code uses each API", () => {
  const section = readme.split("## Browsers")[1]?.split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| [`*]+([\w. ]+)[`*]+ \| (.+) \|$/gm)].map(([, name, cells = ""]) => ({
    name: name ?? "",
    versions: cells.split(" | ").map((cell) => Number(cell.replaceAll("*", ""))),
  }));
  const oldest = rows.pop();
  expect(oldest?.versions).toEqual(
    [0, 1, 2].map((at) => Math.max(...rows.map(({ versions }) => versions[at] ?? 0))),
  );
  const files = readdirSync(at("src"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const source = files.map((name) => read(`src/${name}`)).join("\n");
  for (const { name } of rows) expect(source, name).toContain(name);
});

test("the README shows every usage example word for word", () => {
  const files = readdirSync(at("test/readme")).filter((name) => name.endsWith(".usage.ts"));
  expect(files).toHaveLength(6);
  for (const file of files) expect(readme, file).toContain(read(`test/readme/${file}`).trimEnd());
});

test("every file that calls Google's API links to Google's reference", () => {
  const callers = readdirSync(at("src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, source: read(`src/${name}`) }))
    .filter(({ source }) => /\bhttp\([`"]v\d/.test(source));
  expect(callers.length).toBeGreaterThan(10);
  for (const { name, source } of callers) {
    expect(source, name).toMatch(/@see https:\/\/cloud\.google\.com\/identity-platform\/docs\//);
  }
});

test("the README names every lifecycle event", () => {
  const types = [...read("src/events.ts").matchAll(/type: "([a-z-]+)"/g)].map(([, type]) => type ?? "");
  expect(types.length).toBeGreaterThan(10);
  for (const type of types) expect(readme, type).toContain(`\`${type}\``);
});
