/**
 * The packages that only commands of the lab need. Each folder with a `package.json` is a workspace of this one, whose
 * lock file fixes all versions. A command installs its own workspaces in its first run, so that `npm ci` of the
 * repository stays fast: Google's emulator alone has 222 MB.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const lab = fileURLToPath(new URL(".", import.meta.url));

/** @param {string} name @param {string} workspace @returns {string | undefined} undefined if it is not installed */
const find = (name, workspace) =>
  createRequire(join(lab, workspace, "package.json"))
    .resolve.paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json"))); // an interrupted installation leaves empty folders

/** @param {string | undefined} folder of a package @returns {string | undefined} */
const versionOf = (folder) =>
  folder && JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

/**
 * The folder of an installed package: a workspace's own version, or the one that the workspaces share.
 * @param {string} name @param {string} workspace e.g. `conformance/identity` @returns {string}
 */
export function packageFolder(name, workspace) {
  const folder = find(name, workspace);
  if (folder === undefined) throw new Error(`${name} is not installed for test/lab/${workspace}.`);
  return folder;
}

/** Installs what these workspaces lack; ends the program if npm fails. @param {string[]} workspaces */
export function install(...workspaces) {
  const incomplete = workspaces.filter((workspace) => {
    const manifest = JSON.parse(readFileSync(join(lab, workspace, "package.json"), "utf8"));
    // Another workspace's version is found too.
    return Object.entries(manifest.dependencies).some(
      ([name, version]) => versionOf(find(name, workspace)) !== version,
    );
  });
  if (incomplete.length === 0) return;
  console.error(`Installing ${incomplete.join(", ")} into test/lab, once …`);
  const names = incomplete.map((workspace) => `--workspace=${workspace}`);
  const { status } = spawnSync("npm", ["install", "--no-save", "--loglevel=error", ...names], {
    cwd: lab,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(status ?? 1);
}
