import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

const BUDGET_BYTES = 6_700;
const source = fileURLToPath(new URL("../src/", import.meta.url));

/** The size of a module that is built like the site's: as a chunk, because library mode keeps white space. */
const brotliBytes = async (code: string, external: string[]) => {
  const input = "virtual:weighed";
  const built = await build({
    configFile: false,
    root: source,
    logLevel: "silent",
    plugins: [
      {
        name: "weighed",
        resolveId: (id) => (id === input ? `${source}weighed.ts` : undefined),
        load: (id) => (id === `${source}weighed.ts` ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input, external, preserveEntrySignatures: "strict" },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    "output" in result ? result.output : [],
  );
  return brotliCompressSync(output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("")).length;
};

/** The valibot functions that the package uses, measured separately. */
const usedOfValibot = () => {
  const code = readdirSync(source).map((file) => readFileSync(`${source}${file}`, "utf8"));
  const names = code.flatMap((text) => [...text.matchAll(/\bv\.([a-z]\w+)/g)].map(([, name]) => name));
  return `export { ${[...new Set(names)].join(", ")} } from "valibot";`;
};

test(`the package adds at most ${BUDGET_BYTES} brotli-compressed bytes to a bundle, without valibot`, async () => {
  const door = 'export * from "./index.ts";';
  const whole = await brotliBytes(door, []);
  const valibot = await brotliBytes(usedOfValibot(), []);
  const alone = await brotliBytes(door, ["valibot"]);
  console.log(
    `user-document: ${whole - valibot} bytes of brotli beside ${valibot} of valibot; ${alone} with valibot as an outside import`,
  );
  expect(whole - valibot).toBeLessThanOrEqual(BUDGET_BYTES);
}, 30_000);
