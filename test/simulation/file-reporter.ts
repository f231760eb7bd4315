import type { Reporter, TestModule } from "vitest/node";

/** Prints each file's result at once, so that a run that has to be ended has told of some. */
export default class FileReporter implements Reporter {
  onTestModuleEnd(file: TestModule): void {
    process.stdout.write(`${file.ok() ? "passed" : "failed"} ${file.moduleId}\n`);
  }
}
