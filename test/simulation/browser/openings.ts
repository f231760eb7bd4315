import type { Page } from "./page.ts";

/** A connection that a page has asked for. */
export type Opening = {
  page: Page;
  name: string;
  version: number | undefined;
  /** Opens it now. Calls `end` when it has succeeded or failed. */
  run(end: (version?: number) => void): void;
  blocked(): void;
};

type Parts = {
  /** Tells each open connection of a database that a page wants a newer version. Calls `blocked` if one stays open. */
  announce(name: string, blocked: () => void): void;
  /** Whether a connection of the database is open, or has transactions that run. */
  isInUse(name: string): boolean;
};

/**
 * The connections of a database open one after the other, and a newer version waits until all connections of the
 * older one have closed. fake-indexeddb would poll for that without a pause, and time would stand still.
 */
export function createOpenings({ announce, isInUse }: Parts) {
  const versions = new Map<string, number>();
  /** By database. The first one is under way once it has been announced, or runs. */
  const queues = new Map<string, Opening[]>();
  const announced = new Set<Opening>();
  const running = new Set<Opening>();

  const advance = (name: string): void => {
    const queue = queues.get(name) ?? [];
    while (queue[0]?.page.isGone && !running.has(queue[0])) queue.shift();
    const [first] = queue;
    if (!first || running.has(first)) return;
    const { version = 0 } = first;
    if (version <= (versions.get(name) ?? 0) || !isInUse(name)) {
      running.add(first);
      first.run((opened) => {
        if (!running.delete(first)) return;
        if (opened !== undefined) versions.set(name, opened);
        announced.delete(first);
        queue.shift();
        advance(name);
      });
    } else if (!announced.has(first)) {
      announced.add(first);
      announce(name, () => {
        if (queue[0] === first && !running.has(first)) first.blocked();
      });
    }
  };

  return {
    add: (opening: Opening): void => {
      const queue = queues.get(opening.name) ?? [];
      queues.set(opening.name, queue);
      queue.push(opening);
      advance(opening.name);
    },
    /** A connection has closed, or a page is gone. */
    advance: (): void => {
      for (const name of queues.keys()) advance(name);
    },
    clear: (): void => {
      versions.clear();
      queues.clear();
      announced.clear();
      running.clear();
    },
  };
}
