import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The identity client's tests, without those that build it or search for half a minute. */
export default defineConfig({
  root,
  test: {
    name: "mutation",
    environment: "node",
    include: ["packages/identity/test/**/*.test.ts"],
    exclude: ["packages/identity/test/{bundle,readme/readme,passkey/*,account/*,blocked-site-data}.test.ts"],
    setupFiles: ["test/setup/quiet-console.ts"],
    testTimeout: 20_000,
    env: { FC_RUNS: "15", FC_SEED: "1" },
  },
});
