/**
 * `npx tsx test/image/run.mjs`: builds and checks the image of the site and that of the local services with buildah, without
 * a container engine. Reports if it cannot run. IMAGE_BASE names a base image; without it, one is made from Debian and
 * npm packages. `--only=site` or `--only=local-services` tests one of them, `--built` the last image again.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { failures } from "./image.mjs";

const has = (/** @type {string} */ tool) => spawnSync("which", [tool], { stdio: "ignore" }).status === 0;
const install = () =>
  existsSync("/etc/debian_version") &&
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "buildah", "debootstrap"], {
    stdio: "ignore",
  }).status === 0;

if (
  process.platform !== "linux" ||
  process.arch !== "x64" ||
  process.getuid?.() !== 0 ||
  (!(has("buildah") && has("debootstrap")) && !install())
) {
  console.log("The images were not tried: that takes Linux on x64, root, buildah and debootstrap.");
  process.exit(0);
}
const only = process.argv.find((text) => text.startsWith("--only="))?.slice(7);
if (only !== "local-services") await import("./site.mjs");
if (only !== "site") await import("./local-services.mjs");
process.exit(failures() === 0 ? 0 : 1);
