import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until as untilWithin } from "../support/until.mjs";
import { makeBase, must } from "./base.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const UID = 1000;

/** @type {boolean[]} */
const outcomes = [];
/** @param {string} what @param {boolean} ok @param {string | number} found */
export const check = (what, ok, found = "") => {
  outcomes.push(ok);
  console.log(`${ok ? "  ✓" : "  ✘"} ${what}${found === "" ? "" : `: ${found}`}`);
};

/** Prints the summary. */
export function failures() {
  const failed = outcomes.filter((ok) => !ok).length;
  console.log(`\n${outcomes.length - failed} passed, ${failed} failed`);
  return failed;
}

export const until = (/** @type {() => Promise<boolean>} */ ask, /** @type {string} */ what) =>
  untilWithin(ask, what, 90_000);

/**
 * Builds an image, and opens it as on a strict host: with the image's user and no capabilities.
 * @param {string} name
 * @param {string[]} build arguments of the build, the context last
 */
export function openImage(name, build) {
  console.log(`\n${name}`);
  if (!process.argv.includes("--built")) {
    const base =
      process.env["IMAGE_BASE"] ?? makeBase(join(root, ".cache/image"), "localhost/tallybin-image-base");
    const started = performance.now();
    const how = ["--isolation", "chroot", "--format", "docker", "--pull=never"];
    must("buildah", ["build", ...how, "--build-arg", `BASE=${base}`, "--tag", name, ...build], { cwd: root });
    check("the image builds", true, `${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  const { config } = JSON.parse(must("buildah", ["inspect", "--type", "image", name])).Docker;
  const command = [...(config.Entrypoint ?? []), ...(config.Cmd ?? [])];
  check("its user is not root", config.User === "node", config.User);
  const health = config.Healthcheck?.Test?.slice(1) ?? [];
  check("it has a health check", health.length > 0);

  const container = must("buildah", ["from", "--pull=never", name]);
  const mount = must("buildah", ["mount", container]);
  /** @param {string[]} given @param {string[]} [options] */
  const inside = (given, options = []) => [
    ...["run", "--isolation", "chroot", "--user", "node", "--cap-drop", "all"],
    ...[...options, container, "--", ...given],
  ];
  const user = must("buildah", inside(["id", "-u"]));
  check("it runs as an ordinary user", user === String(UID), user);
  const capabilities =
    must("buildah", inside(["sh", "-c", "grep CapEff /proc/self/status"])).split(/\s+/)[1] ?? "";
  check("it needs no capabilities", /^0+$/.test(capabilities), capabilities);
  return { command, health, mount, inside, remove: () => must("buildah", ["rm", container]) };
}
