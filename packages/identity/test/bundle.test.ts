import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { describe, expect, test } from "vitest";

const index = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const DEPENDENCIES = ["ky", "valibot", "jose", "idb-keyval"];
const ENTRY = "entry";

const PASSWORD = "createIdentityClient, signUp, signInWithPassword, signOut, getIdToken";

/** An entry of a page's own, minified as the site's is, and what travels of it. */
async function brotliBytes(exported: string, isAlone: boolean): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? `${index}.entry.ts` : undefined),
        load: (id) =>
          id.endsWith(".entry.ts") ? `export ${exported} from ${JSON.stringify(index)}` : undefined,
      },
    ],
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: ENTRY,
        preserveEntrySignatures: "strict",
        output: { format: "es" },
        external: isAlone ? DEPENDENCIES : [],
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("nothing was built");
  const code = output.output.map((file) => ("code" in file ? file.code : "")).join("");
  return brotliCompressSync(code).length;
}

/**
 * What a page pays, in bytes after brotli. The ceilings of the whole are its budgets; those of our own
 * code alone are what is reached, rounded up, and the README says what was aimed at. They may only go down.
 */
describe.each([
  { entry: "password", exported: `{ ${PASSWORD} }`, own: 6610, whole: 12_500 },
  {
    entry: "with popup and the four providers",
    exported: `{ ${PASSWORD}, signInWithPopup, completeOAuthCallback }`,
    own: 8520,
    whole: 15_000,
  },
  { entry: "everything", exported: "*", own: 13_070, whole: 18_500 },
  { entry: "watching the stored session", exported: "{ watchStoredSession }", own: 1400, whole: 2730 },
])("$entry", ({ exported, own, whole }) => {
  test(`is at most ${own} bytes by itself`, async () => {
    expect(await brotliBytes(exported, true)).toBeLessThanOrEqual(own);
  });

  test(`is at most ${whole} bytes with ky, valibot, jose and idb-keyval`, async () => {
    expect(await brotliBytes(exported, false)).toBeLessThanOrEqual(whole);
  });
});
