import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTime } from "./build-time.mjs";
import { makeDatabaseTemplate } from "./database-template.mjs";
import { precompress } from "./precompress.mjs";

// `npm run build`: the site, the two Node bundles, brotli and gzip beside each text file, an empty database to copy.
// Separate processes, so that no configuration can leak from one build into the next.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const vite = fileURLToPath(new URL("../../../node_modules/vite/bin/vite.js", import.meta.url));
/** The pseudo-locale's build is beside the real one. */
const dist = join(root, process.env["TEXTS"] === "pseudo" ? "dist/pseudo" : "dist");
const stamp = join(dist, "built");
const startedAt = new Date();
const env = { ...process.env, SOURCE_DATE_EPOCH: String(buildTime(root)) };

rmSync(stamp, { force: true });
for (const args of [
  [],
  ["--config", "packages/server/vite.config.ts"],
  ["--config", "packages/local-services/vite.config.ts"],
]) {
  const { status } = spawnSync(process.execPath, [vite, "build", ...args], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
await precompress(join(dist, "site"));

await makeDatabaseTemplate(join(dist, "database-template"));

// The stamp holds the time the build began: a source saved during the build is newer, so the next start builds again.
mkdirSync(dist, { recursive: true });
writeFileSync(stamp, "");
utimesSync(stamp, startedAt, startedAt);
