/** A list of listeners. One that throws is reported as an uncaught error and harms nobody else. */
export function createListeners<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    add: (listener: (value: T) => void): (() => void) => {
      // Wrapped, so that the same function subscribed twice is two subscriptions.
      const own = (value: T) => listener(value);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    call: (value: T): void => {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
