import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { UserDocumentError } from "../src/index.ts";
import { createWorld } from "./support/world.ts";
import { showName } from "./usage.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
/** Removes import lines, which depend on the file's place, and line breaks. */
const withoutImports = (code: string) =>
  code
    .replace(/^import .*\n/gm, "")
    .replace(/\s+/g, " ")
    .trim();

test("the README shows exactly the code that these tests run", () => {
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(read("../README.md")) ?? [];
  expect(withoutImports(shown)).toBe(withoutImports(read("./usage.ts")));
});

test("the README's example shows a name, saves it and shows it again", async () => {
  const world = createWorld();
  const shown: string[] = [];
  const { save, stop } = showName(
    {
      url: "https://documents.test",
      projectId: "demo-project",
      uid: "alice",
      getIdToken: async () => world.idTokenFor("alice"),
      fetch: world.network.fetch,
      now: world.time.now,
      setTimeout: world.time.setTimeout,
      locks: undefined,
    },
    (text) => shown.push(text),
  );
  await world.time.advance(100);
  await save("Ada");
  await world.time.advance(100);
  stop();
  expect([...new Set(shown)]).toEqual(["loading …", "no document yet", "Ada"]);
});

test("the README's table lists every error code and whether the error is permanent", () => {
  const rows = read("../README.md")
    .split("\n")
    .filter((line) => /^\| `[a-z-]+`.* \| (yes|no) \|/.test(line));
  const documented = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([a-z-]+)`/g)].map(([, code]) => [
      code,
      row.includes("| yes |"),
    ]),
  );
  expect(documented).toHaveLength(19);
  for (const [code, isPermanent] of documented)
    expect(new UserDocumentError(code as never).isPermanent, String(code)).toBe(isPermanent);
});
