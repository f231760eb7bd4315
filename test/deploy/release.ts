import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../packages/server/test/support/program.ts";

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

/** Runs a command of the guide in a shell, as its reader would. */
export async function shell(command: string, cwd: string, path: string, env: Record<string, string> = {}) {
  const own = { ...env, PATH: `${path}:${process.env["PATH"]}` };
  const program = run(["-euo", "pipefail", "-c", command], own, { command: "bash", cwd });
  const { code } = await program.ended;
  return { code, output: program.output() };
}
