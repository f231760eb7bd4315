import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { here } from "./bundle.ts";
import type { Result } from "./results.ts";

/** Runs the specs with mocha in a process of its own, because the SDK keeps its sockets and timers. */
export async function runInNode(specs: string): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-firebase-"));
  const [script, answer] = [join(folder, "specs.mjs"), join(folder, "results.json")];
  writeFileSync(script, specs);
  writeFileSync(answer, "[]");
  try {
    const child = spawn(process.execPath, [`${here}node-runner.mjs`, script, answer], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    await new Promise((resolve) => child.once("exit", resolve));
    const results = JSON.parse(readFileSync(answer, "utf8")) as Result[];
    return results.length > 0 ? results : [{ title: "the specs load", state: "failed", error: "see above" }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
