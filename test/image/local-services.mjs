/**
 * The image of the local services, from the packed package: runs with a read-only root as an ordinary user, and curl
 * alone is its client, by the README's example.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { must } from "./base.mjs";
import { check, openImage, root, UID, until } from "./image.mjs";

if (!process.argv.includes("--built"))
  must(process.execPath, ["packages/release/bin/pack.mjs"], { cwd: root });
const { command, health, mount, inside, remove } = openImage("localhost/local-services-image-test", [
  "dist/packages/local-services",
]);
const port = await leasePorts();

/** Runs in the image as `docker run --read-only --user node` does: nothing can be written, not even `/tmp`. */
const READ_ONLY = `mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount -o remount,bind,ro "$1" &&
  root=$1 && shift && exec chroot --userspec=${UID}:${UID} "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin PORT=${port} \\
  sh -c 'cd /services && exec "$@"' -- "$@"`;
const readOnly = (/** @type {string[]} */ given) => [
  ...["--mount", "sh", "-c", READ_ONLY, "sh", mount],
  ...given,
];
check(
  "its root is read-only in this test",
  spawnSync("unshare", readOnly(["touch", "/tmp/any"])).status !== 0 &&
    spawnSync("unshare", readOnly(["true"])).status === 0,
);

const services = spawn("unshare", readOnly([...command, "--project", "demo-project"]), {
  stdio: ["ignore", "ignore", "inherit"],
});
const ended = new Promise((resolve) => services.once("close", resolve));
try {
  const isHealthy = async (at = port) =>
    spawnSync("buildah", inside(health, ["--env", `PORT=${at}`])).status === 0;
  check("the health check fails without a server", !(await isHealthy(port + 2)));
  await until(isHealthy, "a healthy container");
  check("the health check passes", true);

  const readme = readFileSync(join(root, "mocks/README.md"), "utf8");
  const [, example = "exit 1"] = /^```sh container-ci\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  const { status, stderr } = spawnSync("sh", ["-c", example.replace("9099", String(port))], {
    encoding: "utf8",
  });
  check("the README's example with curl passes", status === 0, stderr.trim());

  const curl = (/** @type {string[]} */ ...given) => spawnSync("curl", ["-fsS", ...given]).status;
  const address = `http://localhost:${port}`;
  check(
    "it answers no name that a website could point to it",
    curl("-H", "Host: attacker.example", address) !== 0,
  );
  check("it answers an address of its network", curl("-H", `Host: 172.17.0.2:${port}`, address) === 0);
  curl(
    "-H",
    "content-type: application/json",
    "-d",
    '{"fault":{"kind":"offline"}}',
    `${address}/__local/failures`,
  );
  check("failure scripts do not reach the health check", curl(address) !== 0 && (await isHealthy()));
} finally {
  services.kill("SIGTERM");
  check("it stops with 0", (await ended) === 0);
  remove();
}
