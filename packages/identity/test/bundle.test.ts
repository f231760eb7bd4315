import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

const index = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const ENTRY = "entry";

const PASSWORD = "createIdentityClient, signUp, signInWithPassword, signOut, getIdToken";

/** An entry of a page's own, minified as the site's is, and what travels of it. */
async function brotliBytes(exported: string): Promise<number> {
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
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("nothing was built");
  const code = output.output.map((file) => ("code" in file ? file.code : "")).join("");
  return brotliCompressSync(code).length;
}

/** The budgets, in bytes after brotli, with ky, valibot, jose and idb-keyval. */
test.each([
  { entry: "password", exported: `{ ${PASSWORD} }`, budget: 12_500 },
  {
    entry: "password with popup and providers",
    exported: `{ ${PASSWORD}, signInWithPopup, completeOAuthCallback }`,
    budget: 15_000,
  },
  { entry: "everything", exported: "*", budget: 18_500 },
  { entry: "watching the stored session", exported: "{ watchStoredSession }", budget: 2730 },
])("$entry takes at most $budget bytes", async ({ exported, budget }) => {
  expect(await brotliBytes(exported)).toBeLessThanOrEqual(budget);
});
