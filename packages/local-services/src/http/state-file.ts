import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

const WRITE_DELAY_MS = 100;

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

/** The part of the local services that a file keeps. */
export type Kept = {
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  /** Called after each request that may have changed something. */
  subscribe(listener: () => void): () => void;
};

/** Restores an earlier run's state. An unreadable file is set aside, so that a start never fails on it. */
function restoreState(path: string, services: Kept): void {
  if (!existsSync(path)) return;
  try {
    services.restore(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    renameSync(path, `${path}.unreadable`);
    process.stdout.write(`${path} could not be read: it was renamed and the accounts begin anew.\n`);
  }
}

/**
 * Keeps the services' state in a folder over restarts. Several changes shortly after each other cause one write, and
 * a snapshot equal to the last one is not written again.
 * @returns writes immediately, if anything changed
 */
export function keepState(folder: string, services: Kept): () => void {
  const path = join(folder, "local-services.json");
  restoreState(path, services);
  let timer: NodeJS.Timeout | undefined;
  let last = "";
  const flushState = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(services.snapshot());
    if (text === last) return;
    writeAtomically(path, text);
    last = text;
  };
  services.subscribe(() => {
    timer ??= setTimeout(flushState, WRITE_DELAY_MS);
  });
  return flushState;
}
