import { spawnSync } from "node:child_process";

/** What git prints; undefined without git or a repository. @param {string} root @param {string[]} args */
function readGit(root, ...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The commit of a build, which the server writes into its log: `RELEASE`, else git's, else "unknown".
 * @param {string} root
 */
export const releaseName = (root) =>
  process.env["RELEASE"] || (readGit(root, "rev-parse", "--short=12", "HEAD") ?? "unknown");

/**
 * The time that the build writes into its files, so that two builds of one commit are identical byte for byte:
 * `SOURCE_DATE_EPOCH` (https://reproducible-builds.org/specs/source-date-epoch/), else the time of the last commit,
 * else now.
 * @param {string} root
 * @returns {number} seconds since 1970
 */
export function buildTime(root) {
  const given = process.env["SOURCE_DATE_EPOCH"];
  if (given !== undefined) {
    if (!/^\d{1,12}$/.test(given))
      throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds since 1970, but is "${given}".`);
    return Number(given);
  }
  const committed = readGit(root, "log", "-1", "--format=%ct");
  return committed ? Number(committed) : Math.floor(Date.now() / 1000);
}
