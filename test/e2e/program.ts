import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Program, run } from "../../packages/server/test/support/program.ts";
import { QUICK_WASM } from "../../packages/server/test/support/quick-wasm.mjs";
import { test } from "./worker.ts";

/**
 * Runs a program of the build for the tests of one file, with data of its own. One worker runs the file, because each
 * worker would start its own program.
 * @param ready what the program says once it serves
 */
export function runForFile(file: string, env: Record<string, string | undefined>, ready: RegExp) {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-program-"));
  const started: { program?: Program } = {};
  const program = (): Program => {
    if (started.program === undefined) throw new Error(`${file} does not run yet.`);
    return started.program;
  };
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    started.program = run([QUICK_WASM, file], { ...env, DATA_DIR: folder });
    await program().says(ready);
  });
  test.afterAll(async () => {
    await program().stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { output: () => program().output(), says: (pattern: RegExp) => program().says(pattern) };
}
