import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import * as v from "valibot";
import { StartError } from "../errors/start-error.ts";

/** The holder of a folder's lock. `startedAt` tells a process from a later one with the same number. */
const Holder = v.object({ pid: v.pipe(v.number(), v.integer()), host: v.string(), startedAt: v.string() });
type Holder = v.InferOutput<typeof Holder>;

const HEARTBEAT_MS = 2_000;
/** A process of another machine or container cannot be checked. It counts as dead after five missed heartbeats. */
const SILENT_MS = 10_000;
/** The guarded file operations take less time than this. */
const GUARD_STALE_MS = 5_000;

/** When a process started, in the kernel's ticks; "" if the system does not report it (macOS, Windows). */
function processStartOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may hold spaces; the start time is field 22.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

const createOwnHolder = (): Holder => ({
  pid: process.pid,
  host: hostname(),
  startedAt: processStartOf(process.pid),
});

function isHolderAlive(holder: Holder, silentForMs: number): boolean {
  if (holder.host !== hostname()) return silentForMs < SILENT_MS;
  if (holder.startedAt !== processStartOf(holder.pid)) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

type Found = { holder: Holder | undefined; silentForMs: number };

function readLockFile(file: string): Found | undefined {
  try {
    const silentForMs = Date.now() - statSync(file).mtimeMs;
    try {
      return { holder: v.parse(Holder, JSON.parse(readFileSync(file, "utf8"))), silentForMs };
    } catch {
      // The owner has created the file but not written it yet (or has died), or another program made the file.
      return { holder: undefined, silentForMs };
    }
  } catch {
    return undefined;
  }
}

const isLockHeld = ({ holder, silentForMs }: Found): boolean =>
  holder ? isHolderAlive(holder, silentForMs) : silentForMs < GUARD_STALE_MS;

/** Removes the lock of a dead process. Guarded, because two processes would remove each other's new lock. */
function clearDeadLock(file: string): void {
  const guard = `${file}.clearing`;
  try {
    mkdirSync(guard);
  } catch {
    const found = readLockFile(guard);
    if (found && found.silentForMs > GUARD_STALE_MS) rmdirSync(guard);
    return;
  }
  try {
    const found = readLockFile(file);
    if (found && !isLockHeld(found)) rmSync(file, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

/**
 * Locks a PGlite folder, because PGlite does not: two processes could both open it, diverge silently and leave a
 * folder that no longer opens. On the same machine, a killed process's lock is recognized as dead immediately.
 * @returns the function that releases the folder
 * @throws {@link StartError} while another process holds it
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(file, JSON.stringify(createOwnHolder()), { flag: "wx" });
      return holdLock(file);
    } catch (error) {
      const { code = "unknown reason" } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") {
        // A full disk creates the file but cannot store its text.
        rmSync(file, { force: true });
        throw new StartError(
          `The lock file ${file} cannot be written (${code}): make room on the disk, or set DATA_DIR to another folder.`,
        );
      }
    }
    const found = readLockFile(file);
    if (found && isLockHeld(found)) {
      const by = found.holder ? `process ${found.holder.pid} on ${found.holder.host}` : "another process";
      throw new StartError(
        `The data folder is in use by ${by}: stop it, or choose another folder with DATA_DIR. ` +
          `For several servers on one database set DATABASE_URL to a PostgreSQL.`,
      );
    }
    clearDeadLock(file);
  }
  throw new StartError(`The lock file ${file} cannot be taken: if no server is running, delete it.`);
}

function holdLock(file: string): () => void {
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder is gone or unreadable; queries will report that with more detail.
    }
  }, HEARTBEAT_MS).unref();
  return () => {
    clearInterval(beat);
    rmSync(file, { force: true });
  };
}
