import type { Channel } from "../../../platform/src/browser.ts";

/** The broadcast channels of one browser, by name. A channel does not hear itself. */
export function createChannels() {
  const channels = new Map<string, Set<(event: { data: unknown }) => void>>();
  /** All messages. */
  const posted: unknown[] = [];
  return {
    posted,
    /** The number of listeners on a channel, or on all channels. */
    listening: (name?: string): number =>
      [...channels]
        .filter(([other]) => name === undefined || other === name)
        .reduce((sum, [, { size }]) => sum + size, 0),
    /** @param own gets what closes the channel when its tab crashes */
    open: (name: string, own = new Set<() => void>()): Channel => {
      const listeners = channels.get(name) ?? new Set();
      channels.set(name, listeners);
      const mine = new Set<(event: { data: unknown }) => void>();
      const close = () => {
        for (const listener of mine) listeners.delete(listener);
      };
      own.add(close);
      return {
        postMessage: (data) => {
          posted.push(data);
          for (const listener of listeners) {
            if (!mine.has(listener)) queueMicrotask(() => listeners.has(listener) && listener({ data }));
          }
        },
        addEventListener: (type: string, listener) => {
          if (type !== "message") return;
          mine.add(listener);
          listeners.add(listener);
        },
        close,
      };
    },
  };
}
