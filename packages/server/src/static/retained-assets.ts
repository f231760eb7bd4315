import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { createStaticFile, IMMUTABLE, type StaticFile } from "./static-file.ts";

/** The folder of all releases' assets, beside a PGlite database. */
export const assetsFolder = (dataDir: string): string => join(dataDir, "assets");

/** A tab that was opened before this time must reload once. */
const KEEP_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
/** Some hundred releases. The files of the oldest release go first. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Files in memory. Most requests are for files of one other release. */
const MAX_CACHED = 300;
/** The names that the build makes. No other file of the folder is served. */
const NAME = /^[\w-][\w.-]{0,150}$/;

/** Removes files unused for some days, and the oldest beyond the limit. @returns how many */
export function pruneAssets(folder: string, days = KEEP_DAYS, now = Date.now()): number {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  const removed = readdirSync(folder)
    .map((name) => ({ name, stats: statSync(join(folder, name)) }))
    .sort((a, b) => b.stats.mtimeMs - a.stats.mtimeMs)
    .filter(({ stats }) => {
      bytes += stats.size;
      return stats.mtimeMs < now - days * DAY_MS || bytes > MAX_BYTES;
    });
  for (const { name } of removed) rmSync(join(folder, name), { force: true });
  return removed.length;
}

/**
 * The assets of every release that runs or ran lately, in one folder of all processes of a machine: pages and tabs of
 * another release ask for them. The names contain a hash, so that equal names mean equal files.
 * @param folder created if it is missing; throws the file system's error if it cannot be written
 * @param built the assets of this process's own build
 */
export function retainAssets(folder: string, built: string, onFault: (error: unknown) => void) {
  mkdirSync(folder, { recursive: true });
  const names = existsSync(built) ? readdirSync(built).filter((name) => NAME.test(name)) : [];
  const renewAssets = (): void => {
    for (const name of names) {
      const kept = join(folder, name);
      if (existsSync(kept)) utimesSync(kept, new Date(), new Date());
      else {
        // Complete under its name, or not at all: another process may read it at this moment.
        const unfinished = `${kept}.${process.pid}.unfinished`;
        copyFileSync(join(built, name), unfinished);
        utimesSync(unfinished, new Date(), new Date());
        renameSync(unfinished, kept);
      }
    }
    pruneAssets(folder);
  };
  renewAssets();
  // A release that runs for long stays in the folder, because its process renews the times of its files.
  const timer = setInterval(() => {
    try {
      renewAssets();
    } catch (error) {
      onFault(error);
    }
  }, DAY_MS).unref();
  const cached = new Map<string, StaticFile>();
  const readAsset = (name: string) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path) : undefined;
  };
  return {
    find(name: string): StaticFile | undefined {
      if (!NAME.test(name) || /\.(?:br|gz|unfinished)$/.test(name)) return undefined;
      const known = cached.get(name);
      if (known) return known;
      const content = readAsset(name);
      if (!content) return undefined;
      const built = { br: readAsset(`${name}.br`), gzip: readAsset(`${name}.gz`) };
      const file = createStaticFile(name, content, IMMUTABLE, { built });
      const [oldest] = cached.keys();
      if (cached.size >= MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      cached.set(name, file);
      return file;
    },
    stop: () => clearInterval(timer),
  };
}
