import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError } from "./start-error.ts";

/** One level at a time: Node's own recursive mkdir never returns where nothing can be made, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Makes sure the data folder exists and can be written, before anything else is opened. */
export function prepareDataFolder(folder: string): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    // Root passes every permission check, also on a read-only file system: only writing proves it.
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartError(
      `The data folder ${folder} cannot be written (${reason}): set DATA_DIR to a writable folder.`,
    );
  }
  return path;
}
