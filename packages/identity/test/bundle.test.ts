import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

const index = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const passkeys = fileURLToPath(new URL("../src/passkey/index.ts", import.meta.url));
const custody = fileURLToPath(new URL("../src/custody/index.ts", import.meta.url));
const ENTRY = "entry";

const PASSWORD = "createIdentityClient, signUp, signInWithPassword, signOut, getIdToken";

/** Builds the entry of a page, minified like the site's, and returns it file by file. */
async function built(entry: string): Promise<{ fileName: string; code: string }[]> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? `${index}.entry.ts` : undefined),
        load: (id) => (id.endsWith(".entry.ts") ? entry : undefined),
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
  return output.output.flatMap((file) => ("code" in file ? [file] : []));
}

const brotliBytes = (files: readonly { code: string }[]): number =>
  brotliCompressSync(files.map(({ code }) => code).join("")).length;

/** The budgets, in bytes after brotli, with valibot, jose and idb-keyval. */
test.each([
  { entry: "password", exported: `{ ${PASSWORD} }`, budget: 12_500 },
  {
    entry: "password with popup and providers",
    exported: `{ ${PASSWORD}, signInWithPopup, completeOAuthCallback }`,
    budget: 15_000,
  },
  { entry: "everything", exported: "*", budget: 18_500 },
  { entry: "watching the stored session", exported: "{ watchStoredSession }", budget: 2800 },
])("$entry takes at most $budget bytes", async ({ exported, budget }) => {
  const files = await built(`export ${exported} from ${JSON.stringify(index)}`);
  expect(brotliBytes(files)).toBeLessThanOrEqual(budget);
});

const PASSKEY_BUDGET = 2500;

test(`passkeys add at most ${PASSKEY_BUDGET} bytes`, async () => {
  const all = `export * from ${JSON.stringify(index)};`;
  const without = brotliBytes(await built(all));
  const withPasskeys = brotliBytes(await built(`${all} export * from ${JSON.stringify(passkeys)};`));
  expect(withPasskeys - without).toBeLessThanOrEqual(PASSKEY_BUDGET);
});

test("passkeys are a separate chunk", async () => {
  const files = await built(
    `export * from ${JSON.stringify(index)}; export const passkeys = () => import(${JSON.stringify(passkeys)});`,
  );
  const [first, ...others] = files.filter(({ code }) => code.includes("passkeyEnrollment:start"));
  expect(others).toEqual([]);
  expect(first?.code).not.toContain("signInWithPassword");
});

const CUSTODY_BUDGET = 1600;

test(`custody adds at most ${CUSTODY_BUDGET} bytes`, async () => {
  const all = `export * from ${JSON.stringify(index)};`;
  const without = brotliBytes(await built(all));
  const withCustody = brotliBytes(await built(`${all} export * from ${JSON.stringify(custody)};`));
  expect(withCustody - without).toBeLessThanOrEqual(CUSTODY_BUDGET);
});

test("custody is a separate chunk", async () => {
  const files = await built(
    `export * from ${JSON.stringify(index)}; export const custody = () => import(${JSON.stringify(custody)});`,
  );
  const [first, ...others] = files.filter(({ code }) => code.includes("x-session"));
  expect(others).toEqual([]);
  expect(first?.code).not.toContain("signInWithPassword");
});
