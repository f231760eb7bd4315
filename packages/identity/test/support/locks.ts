type Deliver = (run: () => void) => void;
/** A page that requests locks. `inbox` delivers what it gets, and `outbox` what it sends. */
type Requester = { name: string; inbox(): Deliver; outbox(): Deliver };
type Entry = { page: Requester; name: string; reject: (error: unknown) => void; grant: () => void };

const infoOf = ({ name, page }: Entry): LockInfo => ({ name, mode: "exclusive", clientId: page.name });
const atOnce: Deliver = (run) => run();

/** Web Locks according to the standard: first come, first served, stealing, and a closed page holds nothing. */
export function createLocks(now = Date.now) {
  const held = new Map<string, Entry>();
  let waiting: Entry[] = [];
  let stolenAt = Number.NEGATIVE_INFINITY;
  let tabs = 0;

  const grantNext = (): void => {
    for (const entry of [...waiting]) {
      if (held.has(entry.name)) continue;
      waiting = waiting.filter((other) => other !== entry);
      held.set(entry.name, entry);
      entry.grant();
    }
  };
  const release = (entry: Entry): void => {
    if (held.get(entry.name) === entry) held.delete(entry.name);
    grantNext();
  };

  const forPage = (page: Requester) => {
    const [inbox, outbox] = [page.inbox(), page.outbox()];
    const request = <Result>(
      name: string,
      { steal, signal }: LockOptions,
      work: (lock: Lock | null) => Promise<Result>,
    ): Promise<Result> =>
      new Promise<Result>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const start = (lock: Lock) => Promise.resolve(lock).then(work).then(resolve, reject);
        const entry: Entry = {
          page,
          name,
          reject: (error) => inbox(() => reject(error)),
          grant: () =>
            inbox(() => {
              // The lock was stolen before its holder could begin.
              if (held.get(name) === entry)
                void start({ name, mode: "exclusive" }).finally(() => release(entry));
            }),
        };
        if (steal) {
          stolenAt = now();
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
        outbox(grantNext);
      });
    const query = () =>
      new Promise<LockManagerSnapshot>((resolve) => {
        outbox(() => {
          const snapshot = { held: [...held.values()].map(infoOf), pending: waiting.map(infoOf) };
          inbox(() => resolve(snapshot));
        });
      });
    return { request, query } as Pick<LockManager, "request" | "query">;
  };
  /** The page crashed or closed. */
  const leave = (page: Requester): void => {
    waiting = waiting.filter((entry) => entry.page !== page);
    for (const entry of [...held.values()]) if (entry.page === page) held.delete(entry.name);
    grantNext();
  };

  return {
    forPage,
    leave,
    /** When a page last took a lock from another. */
    stolenAt: () => stolenAt,
    heldCount: () => held.size,
    /** The number of the tab that holds a lock. */
    heldBy: (name: string) => Number(held.get(name)?.page.name),
    /** A tab to which everything is delivered at once. */
    forTab: () => {
      tabs += 1;
      const tab: Requester = { name: String(tabs), inbox: () => atOnce, outbox: () => atOnce };
      return { manager: forPage(tab), crash: () => leave(tab) };
    },
  };
}
