import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { QUICK_WASM } from "./packages/server/test/support/quick-wasm.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const setupFiles = ["test/setup/quiet-console.ts"];

/**
 * These limits only end a test that hangs, so a busy machine does not reach them; files with programs have longer ones
 * (`time-limits.ts`). A poll ends before the server's timer looks for due mails (60 s), which would hide that a request
 * did not cause the look.
 */
const LIMITS = { testTimeout: 30_000, hookTimeout: 30_000, expect: { poll: { timeout: 50_000 } } };
/** A build takes its time. */
const BUILD_LIMITS = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * The files that take longest start first, the longest at the front, so that no processor is idle while the last one
 * runs. The others follow in Vitest's order.
 */
const HEAVY: readonly string[] = [
  "test/simulation-stories",
  "test/simulation",
  "packages/identity/test/model/model",
  "packages/server/test/sessions",
  "packages/server/test/production",
  "packages/local-services/test/site/dev",
  "packages/local-services/test/site/start",
  "packages/local-services/test/exec",
  "test/regular-expressions",
  "packages/server/test/both-databases",
  "packages/server/test/folder-fault",
  "packages/server/test/postgres",
  "packages/local-services/test/start",
  "test/mocks/browser/pages",
  "packages/server/test/hostile",
  "packages/release/test/packed",
  "packages/identity/test/model/replay",
  "packages/identity-server/test/stores",
  "packages/server/test/log-output",
];
class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = HEAVY.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return index < 0 ? HEAVY.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Tests of `dist/`, which need a build. */
const BUILT = ["test/bundle.test.ts", "test/dependencies.test.ts", "test/html.test.ts"];

/** Node 25 and newer have their own localStorage, which stores nothing, warns, and hides happy-dom's. */
const execArgv = process.allowedNodeEnvironmentFlags.has("--experimental-webstorage")
  ? ["--no-experimental-webstorage"]
  : [];

/** Separate from vite.config.ts, because tests need neither its prerendering nor its server bundles. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: HeavyFirst },
    // Many of these tests wait for a program that they have started, so fewer workers would leave processors idle.
    maxWorkers: Math.max(2, availableParallelism()),
    coverage: { provider: "v8", include: ["src/**", "packages/*/src/**", "mocks/**"] },
    projects: [
      {
        root,
        test: {
          ...LIMITS,
          execArgv: [...execArgv, QUICK_WASM],
          name: "node",
          environment: "node",
          include: ["packages/*/test/**/*.test.ts", "test/mocks/**/*.test.ts", "test/*.test.ts"],
          exclude: BUILT,
          setupFiles: [...setupFiles, "test/setup/own-globals.ts", "test/setup/time-limits.ts"],
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
          isolate: false,
          include: ["test/pages/**/*.test.tsx"],
          setupFiles: [...setupFiles, "test/setup/own-page.ts"],
        },
      },
      {
        root,
        test: {
          ...BUILD_LIMITS,
          execArgv,
          name: "bundle",
          environment: "node",
          include: BUILT,
        },
      },
      {
        root,
        // For `npm run lab -- nightly`: these build or pack everything once more.
        test: {
          ...BUILD_LIMITS,
          execArgv,
          name: "nightly",
          environment: "node",
          include: ["test/*.nightly.ts"],
        },
      },
    ],
  },
});
