import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { buildTime } from "./build-time.mjs";
import { makeDatabaseTemplate } from "./database-template.mjs";

// `npm run build`: the site, the two Node bundles, brotli and gzip beside each text file, an empty database to copy.
// Separate processes, so that no configuration can leak from one build into the next.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const vite = fileURLToPath(new URL("../../../node_modules/vite/bin/vite.js", import.meta.url));
const dist = join(root, "dist");
const stamp = join(dist, "built");
const startedAt = new Date();
const env = { ...process.env, SOURCE_DATE_EPOCH: String(buildTime(root)) };

/** Text that is sent as built. The server fills in HTML and similar files, and compresses them itself. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|wasm|map)$/;
const MIN_BYTES = 512;

/**
 * Writes `.br` and `.gz` beside each compressible file of a folder, with the strongest settings, because it runs once
 * per build.
 * @param {string} folder
 */
async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name) && entry.name !== "routes.json")
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.byteLength < MIN_BYTES) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        promisify(gzip)(content, { level: 9 }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}

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
