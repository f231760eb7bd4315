import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brotliSize, bundle } from "../../identity/test/support/bundle.mjs";

const BUDGET_BYTES = 6_700;
const source = fileURLToPath(new URL("../src/", import.meta.url));

/** The valibot functions that the package uses, measured separately. */
const usedOfValibot = () => {
  const code = readdirSync(source).map((file) => readFileSync(`${source}${file}`, "utf8"));
  const names = code.flatMap((text) => [...text.matchAll(/\bv\.([a-z]\w+)/g)].map(([, name]) => name));
  return `export { ${[...new Set(names)].join(", ")} } from "valibot";`;
};

test(`the package adds at most ${BUDGET_BYTES} brotli-compressed bytes to a bundle, without valibot`, async () => {
  const whole = brotliSize(await bundle('export * from "./index.ts";', source));
  const valibot = brotliSize(await bundle(usedOfValibot(), source));
  expect(whole - valibot).toBeLessThanOrEqual(BUDGET_BYTES);
}, 30_000);
