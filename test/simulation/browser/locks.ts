import type { Page } from "./page.ts";

type Entry = { page: Page; name: string; reject: (error: unknown) => void; grant: () => void };

/** Web Locks by the standard: first come, first served, stealing, and a page that is gone holds nothing. */
export function createLocks() {
  const held = new Map<string, Entry>();
  let waiting: Entry[] = [];

  const grantNext = (): void => {
    for (const entry of [...waiting]) {
      if (held.has(entry.name)) continue;
      waiting = waiting.filter((other) => other !== entry);
      held.set(entry.name, entry);
      entry.page.post(entry.grant);
    }
  };
  const release = (entry: Entry): void => {
    if (held.get(entry.name) === entry) held.delete(entry.name);
    grantNext();
  };

  const forPage = (page: Page) => {
    const request = <Result>(
      name: string,
      { steal, signal }: LockOptions,
      work: (lock: Lock) => Promise<Result>,
    ): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const entry: Entry = {
          page,
          name,
          reject: (error) => page.post(() => reject(error)),
          grant: () => {
            // The lock was stolen before its holder could begin.
            if (held.get(name) !== entry) return;
            void Promise.resolve({ name, mode: "exclusive" as const })
              .then(work)
              .then(resolve, reject)
              .finally(() => release(entry));
          },
        };
        if (steal) {
          held.get(name)?.reject(new DOMException("The lock was stolen.", "AbortError"));
          held.delete(name);
          waiting.unshift(entry);
        } else {
          waiting.push(entry);
          signal?.addEventListener("abort", () => {
            if (!waiting.includes(entry)) return;
            waiting = waiting.filter((other) => other !== entry);
            reject(signal.reason);
          });
        }
        page.process(grantNext);
      });
    const query = () =>
      new Promise<LockManagerSnapshot>((resolve) => {
        page.process(() => {
          const now = [...held.values()].map(
            (entry): LockInfo => ({ name: entry.name, mode: "exclusive", clientId: entry.page.name }),
          );
          page.post(() => resolve({ held: now, pending: [] }));
        });
      });
    return { request, query } as Pick<LockManager, "request" | "query">;
  };

  return {
    forPage,
    /** The page crashed or closed. */
    leave: (page: Page): void => {
      waiting = waiting.filter((entry) => entry.page !== page);
      for (const entry of [...held.values()]) if (entry.page === page) held.delete(entry.name);
      grantNext();
    },
    holders: (): Page[] => [...held.values()].map((entry) => entry.page),
  };
}
