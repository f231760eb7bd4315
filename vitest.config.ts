import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const setupFiles = ["test/setup/quiet-console.ts"];

/** Time is virtual in these tests: the limit only ends a test that hangs, on the slowest machine. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000 };

/** What looks at `dist/` and therefore needs a build. */
const BUILT = [
  "test/bundle.test.ts",
  "test/dependencies.test.ts",
  "test/html.test.ts",
  "test/reproducible-build.test.ts",
];

/** Node 25 and newer have a localStorage of their own, which keeps nothing, warns, and stands in the way of happy-dom's. */
const execArgv = process.allowedNodeEnvironmentFlags.has("--experimental-webstorage")
  ? ["--no-experimental-webstorage"]
  : [];

/** Kept apart from vite.config.ts, whose prerendering and server bundles are of no use to a test. */
export default defineConfig({
  root,
  test: {
    // Many of these tests wait for a program that they have started, so that fewer workers leave processors idle.
    maxWorkers: Math.max(2, availableParallelism()),
    coverage: { provider: "v8", include: ["src/**", "packages/*/src/**", "mocks/**"] },
    projects: [
      {
        root,
        test: {
          ...LIMITS,
          execArgv,
          name: "node",
          environment: "node",
          include: ["packages/*/test/**/*.test.ts", "test/mocks/**/*.test.ts", "test/*.test.ts"],
          exclude: BUILT,
          setupFiles: [...setupFiles, "test/setup/own-globals.ts"],
        },
      },
      {
        root,
        plugins: [react(), vanillaExtractPlugin()],
        test: {
          ...LIMITS,
          execArgv,
          name: "pages",
          environment: "happy-dom",
          include: ["test/pages/**/*.test.tsx"],
          setupFiles,
        },
      },
      {
        root,
        test: {
          ...LIMITS,
          execArgv,
          name: "bundle",
          environment: "node",
          include: BUILT,
        },
      },
    ],
  },
});
