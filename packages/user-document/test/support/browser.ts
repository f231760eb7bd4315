import type { Channel, Locks } from "../../src/index.ts";

/** The shared parts of one browser's tabs: Web Locks, first come, first served, and channels by name. */
export const createBrowser = () => {
  const held = new Map<string, number>();
  let waiting: { name: string; tab: number; grant: () => void }[] = [];
  const channels = new Map<string, Set<(event: { data: unknown }) => void>>();
  const said: unknown[] = [];
  let tabs = 0;

  const grantNext = () => {
    for (const request of [...waiting]) {
      if (held.has(request.name)) continue;
      waiting = waiting.filter((other) => other !== request);
      held.set(request.name, request.tab);
      request.grant();
    }
  };

  return {
    heldCount: () => held.size,
    openChannels: () => [...channels.values()].reduce((sum, { size }) => sum + size, 0),
    said,
    openTab: () => {
      tabs += 1;
      const tab = tabs;
      const locks: Locks = {
        request: (name, { signal }, hold) =>
          new Promise((resolve, reject) => {
            const grant = () => {
              // As in a browser, the callback runs later, when the request can no longer be withdrawn.
              queueMicrotask(() => {
                Promise.resolve(hold()).then(() => {
                  if (held.get(name) === tab) held.delete(name);
                  grantNext();
                  resolve(undefined);
                }, reject);
              });
            };
            const request = { name, tab, grant };
            waiting.push(request);
            signal.addEventListener("abort", () => {
              if (!waiting.includes(request)) return;
              waiting = waiting.filter((other) => other !== request);
              reject(signal.reason);
            });
            grantNext();
          }),
      };
      const channel = (name: string): Channel => {
        const listeners = channels.get(name) ?? new Set();
        channels.set(name, listeners);
        const own = new Set<(event: { data: unknown }) => void>();
        return {
          postMessage: (data) => {
            said.push(data);
            for (const listener of listeners)
              if (!own.has(listener)) queueMicrotask(() => listeners.has(listener) && listener({ data }));
          },
          addEventListener: (_, listener) => {
            own.add(listener);
            listeners.add(listener);
          },
          close: () => {
            for (const listener of own) listeners.delete(listener);
          },
        };
      };
      return {
        locks,
        channel,
        /** The tab's process crashes: the browser frees its locks. */
        crash: () => {
          waiting = waiting.filter((request) => request.tab !== tab);
          for (const [name, holder] of held) if (holder === tab) held.delete(name);
          grantNext();
        },
      };
    },
  };
};
