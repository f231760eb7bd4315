import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { lockFolder } from "@tallybin/server/database/folder-lock";
import { prepareDataFolder } from "@tallybin/server/operation/data-folder";

/** Writes a temporary file and renames it, so that a reader sees the old state or the new one, also after a crash. */
function writeAtomically(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
}

export type SavedServices = {
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  /** Called after each request that may have changed something. */
  subscribe(listener: () => void): () => void;
};

/** Restores an earlier run's state. An unreadable file is set aside, so that a start never fails on it. */
function restoreState(path: string, services: SavedServices): void {
  if (!existsSync(path)) return;
  try {
    services.restore(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    renameSync(path, `${path}.unreadable`);
    process.stdout.write(`${path} could not be read: it was renamed and the accounts begin anew.\n`);
  }
}

/**
 * Opens the file that keeps the services' state over restarts.
 * @param option what names the folder
 * @throws {StartError} while another process uses it
 */
export function openStateFile(folder: string, option: string) {
  const path = join(prepareDataFolder(folder, option), "local-services.json");
  const lock = lockFolder(path, option);
  let saveState = () => {};
  return {
    /** Restores an earlier run's state, and from then on writes each change before its request is answered. */
    keep: (services: SavedServices) => {
      restoreState(path, services);
      let last = "";
      saveState = () => {
        const text = JSON.stringify(services.snapshot());
        if (text === last || !lock.isOwn()) return;
        writeAtomically(path, text);
        last = text;
      };
      services.subscribe(saveState);
    },
    /** Writes what has changed without a request, and releases the folder. */
    close: () => {
      saveState();
      lock.release();
    },
  };
}
