type Held = { tab: number; name: string; reject: (error: unknown) => void };
type Waiting = Held & { grant: () => void };

/** Web Locks according to the standard: first come, first served, and a closed tab holds nothing. */
export function createLocks() {
  const held = new Map<string, Held>();
  let waiting: Waiting[] = [];
  let tabs = 0;

  const grantNext = () => {
    for (const request of [...waiting]) {
      if (held.has(request.name)) continue;
      waiting = waiting.filter((other) => other !== request);
      request.grant();
    }
  };

  return {
    heldBy: (name: string) => held.get(name)?.tab,
    heldCount: () => held.size,
    forTab: () => {
      tabs += 1;
      const tab = tabs;
      const request = <T>(
        name: string,
        options: LockOptions,
        work: (lock: Lock | null) => Promise<T>,
      ): Promise<T> =>
        new Promise<T>((resolve, reject) => {
          const isFree = !held.has(name) && !waiting.some((other) => other.name === name);
          if (options.ifAvailable && !isFree) return resolve(work(null));
          const entry: Held = { tab, name, reject };
          const grant = () => {
            held.set(name, entry);
            const release = () => {
              if (held.get(name) === entry) held.delete(name);
              grantNext();
            };
            Promise.resolve()
              .then(() => work({ name, mode: "exclusive" }))
              .then(resolve, reject)
              .finally(release);
          };
          if (options.signal?.aborted) return reject(options.signal.reason);
          if (options.steal) {
            held.get(name)?.reject(new DOMException("stolen", "AbortError"));
            held.delete(name);
            return grant();
          }
          const request: Waiting = { ...entry, grant };
          waiting.push(request);
          options.signal?.addEventListener("abort", () => {
            if (!waiting.includes(request)) return;
            waiting = waiting.filter((other) => other !== request);
            reject(options.signal?.reason);
          });
          grantNext();
        });
      return {
        manager: {
          request,
          query: async () => ({
            held: [...held.values()].map((lock) => ({ name: lock.name, clientId: String(lock.tab) })),
            pending: [],
          }),
        } as unknown as Pick<LockManager, "request" | "query">,
        crash: () => {
          waiting = waiting.filter((request) => request.tab !== tab);
          for (const [name, lock] of held) if (lock.tab === tab) held.delete(name);
          grantNext();
        },
      };
    },
  };
}
