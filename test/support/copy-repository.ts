import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../architecture/import-graph.ts";

/**
 * The repository's files and history in a new folder, with the same installed packages. Our own packages are the copy's.
 */
export function copyRepository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tallybin-copy-")));
  // Tests of releases side by side read an earlier commit.
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder]);
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@tallybin"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@tallybin" && name !== ".cache")
      symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join(folder, "packages", name), join(modules, "@tallybin", name));
  execFileSync("git", ["reset", "--quiet"], { cwd: folder });
  return folder;
}
