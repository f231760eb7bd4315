import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

export type StateFile = {
  /** Schedules a write. Several changes shortly after each other cause one write. */
  changed(): void;
  /** Writes immediately, if anything changed. */
  flush(): void;
};

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

/** Reads an earlier run's state; an unreadable file is set aside, so that a start never fails on it. */
export function readState(
  path: string,
  restore: (snapshot: unknown) => void,
): "none" | "restored" | "set-aside" {
  if (!existsSync(path)) return "none";
  try {
    restore(JSON.parse(readFileSync(path, "utf8")));
    return "restored";
  } catch {
    renameSync(path, `${path}.unreadable`);
    return "set-aside";
  }
}

/** Keeps a snapshot in a file. A snapshot equal to the last one is not written again. */
export function keepState(path: string, snapshot: () => unknown): StateFile {
  let timer: NodeJS.Timeout | undefined;
  let last = "";
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = JSON.stringify(snapshot());
    if (text === last) return;
    writeAtomically(path, text);
    last = text;
  };
  return {
    changed: () => {
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    flush,
  };
}
