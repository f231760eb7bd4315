import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import { StartError } from "../errors/start-error.ts";

const require = createRequire(import.meta.url);

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8") || undefined;
  } catch {
    // Windows lets no other process read a locked file.
    return undefined;
  }
};

function openLockFile(file: string, option: string): number {
  try {
    return openSync(file, "a+");
  } catch (error) {
    const { code = "unknown reason" } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The lock file ${file} cannot be written (${code}): set ${option} to another folder.`,
    );
  }
}

/**
 * Locks a folder or file of one process, such as PGlite's: two processes would diverge and leave a folder that no longer
 * opens. The kernel releases the lock when its process ends. The file stays: its removal could remove the next one's.
 * @param option what names the folder, for the user
 * @param advice what else the user can do while another process has the lock
 * @throws {@link StartError} while another process has the lock
 */
export function lockFolder(folder: string, option: string, advice = "") {
  const file = `${folder}.lock`;
  // Loaded on demand, because a server with PostgreSQL needs no lock.
  const { tryLock } = require("fs-native-extensions") as { tryLock(fd: number): boolean };
  const fd = openLockFile(file, option);
  const { ino } = fstatSync(fd);
  /** False once the lock file is gone or is another one: another process may use the folder. */
  const isOwn = (): boolean => statSync(file, { throwIfNoEntry: false })?.ino === ino;
  if (!tryLock(fd) || !isOwn()) {
    closeSync(fd);
    throw new StartError(
      `The data folder is in use by ${readText(file) ?? "another process"}: stop it, or choose another folder with ${option}.${advice}`,
    );
  }
  try {
    ftruncateSync(fd);
    writeSync(fd, `process ${process.pid} on ${hostname()}`);
  } catch {
    // A full disk. The name is for people, and the database reports the disk.
  }
  return { isOwn, release: () => closeSync(fd) };
}
