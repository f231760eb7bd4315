import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Copies the files of this repository as a clone would have them, with uncommitted changes. */
export function copyRelease(folder: string): void {
  const names = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const name of names.toString().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
}

/** How a command ended, and what it printed. */
export type Output = { code: number | null; output: string };

/** Runs a command of the guide in a shell, as its reader would. */
export function shell(
  command: string,
  cwd: string,
  path: string,
  env: Record<string, string> = {},
): Promise<Output> {
  const child = spawn("bash", ["-euo", "pipefail", "-c", command], {
    cwd,
    env: { HOME: process.env["HOME"], PATH: `${path}:${process.env["PATH"]}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}
