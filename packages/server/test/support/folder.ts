import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder. @param atEnd removes it: after the test, or with `afterAll` after the file's tests */
export function newFolder(atEnd: (remove: () => void) => unknown = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
