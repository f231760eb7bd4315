import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Environment } from "../src/environment/variables.ts";

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const rows = read("../README.md").matchAll(/^\| `([A-Z_]+)` \|([^|]*)\|/gm);
const documented = new Map([...rows].map(([, name = "", value = ""]) => [name, value.trim()]));

test("the README's table lists exactly the variables that the server reads", () => {
  expect(new Set(documented.keys())).toEqual(new Set(Object.keys(Environment.entries)));
});

test("the README's table marks the required variables and shows the server's defaults", () => {
  for (const [name, schema] of Object.entries(Environment.entries)) {
    const fallback: unknown = "default" in schema ? schema.default : undefined;
    if (schema.type !== "optional") expect(documented.get(name), name).toBe("required");
    else if (documented.get(name)?.startsWith("`"))
      expect(documented.get(name), name).toBe(`\`${fallback}\``);
  }
});

test("the compose file and the Dockerfile set only variables that exist", () => {
  const compose = read("../compose.yaml").split("  server:")[1] ?? "";
  const set = [
    ...compose.matchAll(/^ {6}([A-Z_]+):/gm),
    ...read("../Dockerfile")
      .replace(/^(?:ARG|#).*$/gm, "") // these lines are for the build alone
      .matchAll(/\b([A-Z_]+)=\S+/g),
  ];
  for (const [, name = ""] of set) expect([...documented.keys(), "NODE_ENV"], name).toContain(name);
});

test("the README recommends only sslmode=verify-full, which no driver release weakens", () => {
  const modes = [...read("../README.md").matchAll(/sslmode=([\w-]+)/g)].map(([, mode]) => mode);
  expect(new Set(modes)).toEqual(new Set(["verify-full"]));
});
