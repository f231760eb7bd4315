import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartError } from "../errors/start-error.ts";

/** One level at a time: Node's recursive mkdir never returns if it cannot create a folder, as under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Ensures that the data folder exists and is writable. @param option what names the folder @throws StartError */
export function prepareDataFolder(folder: string, option = "DATA_DIR"): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    // Root passes every permission check, even on a read-only file system, so only a write proves it.
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw new StartError(
      `The data folder ${folder} cannot be written (${reason}): set ${option} to a writable folder.`,
    );
  }
  return path;
}
