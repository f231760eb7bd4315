import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brotliSize, bundle, bundleFiles } from "./support/bundle.mjs";
import { bundleRows } from "./support/bundle-rows.mjs";

const index = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const passkeys = fileURLToPath(new URL("../src/passkey/index.ts", import.meta.url));
const custody = fileURLToPath(new URL("../src/custody/index.ts", import.meta.url));
const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

const { password, popup, everything } = bundleRows;
const sizeOf = async (source: string) => brotliSize(await bundle(source));

/** The first three rows are those of `npm run bench -- bytes`. Budgets are in bytes after brotli, libraries included. */
test.each([
  { row: "password only", source: password, budget: 10_000 },
  { row: "popup, mail, codes, profile", source: popup, budget: 14_000 },
  { row: "everything", source: everything, budget: 18_000 },
  {
    row: "watching the stored session",
    source: `export { watchStoredSession } from ${JSON.stringify(index)};`,
    budget: 3000,
  },
])(
  'the bundle "$row" takes at most $budget bytes, and the README states its size',
  async ({ row, source, budget }) => {
    const size = await sizeOf(source);
    expect(size).toBeLessThanOrEqual(budget);
    const named = new RegExp(`${row} ([\\d.]+) kB`).exec(readme)?.[1];
    expect(Math.abs(Number(named) * 1000 - size)).toBeLessThanOrEqual(100);
  },
);

test.each([
  { name: "passkeys", entry: passkeys, budget: 2500 },
  { name: "custody", entry: custody, budget: 1600 },
])(
  "importing $name adds at most $budget bytes to a bundle of the whole client",
  async ({ entry, budget }) => {
    const withEntry = await sizeOf(`${everything} export * from ${JSON.stringify(entry)};`);
    expect(withEntry - (await sizeOf(everything))).toBeLessThanOrEqual(budget);
  },
);

test.each([
  { name: "passkey", entry: passkeys, text: "accounts/passkeyEnrollment" },
  { name: "custody", entry: custody, text: "x-session" },
])("a dynamic import of the $name module becomes a chunk of its own", async ({ entry, text }) => {
  const files = await bundleFiles(
    `export * from ${JSON.stringify(index)}; export const later = () => import(${JSON.stringify(entry)});`,
  );
  const [first, ...others] = files.filter((code) => code.includes(text));
  expect(others).toEqual([]);
  expect(first).not.toContain("signInWithPassword");
});
