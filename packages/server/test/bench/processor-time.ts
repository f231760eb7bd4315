import { readdirSync, readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second. */
const TICK_US = 10_000;

type Times = { parent: number; own: number; ended: number };

function timesOf(pid: number | string): Times | undefined {
  try {
    // The program's name, in parentheses, may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => Number(fields[index]),
    );
    return { parent, own: (user + system) * TICK_US, ended: (endedUser + endedSystem) * TICK_US };
  } catch {
    return undefined;
  }
}

/** A process's processor time so far, in microseconds. Other programs do not affect it. */
export const processorUs = (pid: number): number => timesOf(pid)?.own ?? 0;

/** The processor time of this process's ended children, in microseconds. */
export const endedChildrenUs = (): number => timesOf("self")?.ended ?? 0;

/**
 * The processor time of a PostgreSQL: its main process, its backends, and its ended backends. `backendPid` is one of
 * the backends.
 */
export function databaseUs(backendPid: number): number {
  const main = timesOf(backendPid)?.parent ?? 0;
  for (;;) {
    const before = timesOf(main);
    const living = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(timesOf)
      .filter((times) => times?.parent === main);
    const after = timesOf(main);
    // A backend that ended during the reading would be missing.
    if (before?.ended === after?.ended)
      return [after, ...living].reduce((sum, times) => sum + (times?.own ?? 0), after?.ended ?? 0);
  }
}
