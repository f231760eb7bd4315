import { spawnSync } from "node:child_process";

/**
 * The commit of a build, which the server writes into its log: `RELEASE`, else git's, else "unknown".
 * @param {string} root
 * @returns {string}
 */
export function releaseName(root) {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  });
  return process.env["RELEASE"] || (status === 0 ? stdout.trim() : "unknown");
}

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
  const { status, stdout } = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return status === 0 && /^\d+$/.test(stdout.trim()) ? Number(stdout) : Math.floor(Date.now() / 1000);
}
