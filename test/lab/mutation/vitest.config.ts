import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { AREAS, area } from "./areas.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** These tests compare whole tables and take milliseconds, so they go first: Stryker stops at the first failure. */
const FIRST = ["session/lifecycle", "errors"];
/** These tests take a second or more. */
const LAST = ["model/model", "model/replay", "many-tabs", "refresh-budget"];

const rank = ({ moduleId }: TestSpecification): number => {
  const isIn = (names: string[]) => names.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  if (isIn(FIRST) >= 0) return isIn(FIRST);
  return FIRST.length + 1 + (isIn(LAST) >= 0 ? LAST.length - isIn(LAST) : 0);
};

class QuickFirst extends BaseSequencer {
  override sort = (files: TestSpecification[]): Promise<TestSpecification[]> =>
    Promise.resolve([...files].sort((one, other) => rank(one) - rank(other)));
}

const { include, exclude, globalSetup = [] } = AREAS[area] ?? {};

/** The tests of one area. */
export default defineConfig({
  root,
  test: {
    name: "mutation",
    environment: "node",
    include,
    exclude,
    globalSetup,
    setupFiles: ["test/setup/quiet-console.ts"],
    // All files share one import of the code, because imports would otherwise take most of a mutant's time.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // Fails a test that waits forever before Stryker ends its worker.
    testTimeout: 10_000,
    expect: { poll: { timeout: 8_000 } },
    env: { FC_SEED: "1" },
  },
});
