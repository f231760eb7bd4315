/** Runs jobs one after the other, in the order of the calls. A job that fails does not stop the next one. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

/**
 * A list of listeners. Each is called in a microtask of its own, so that no listener runs inside the call that makes a
 * change, and an error in one is reported as uncaught. Microtasks keep their order, so a change arrives before the
 * promise of its call resolves, and after every earlier change.
 */
export function createListeners<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    add: (listener: (value: T) => void): (() => boolean) => {
      // Wrap the listener, so that subscribing the same function twice makes two subscriptions.
      const callListener = (value: T) => listener(value);
      listeners.add(callListener);
      return () => listeners.delete(callListener);
    },
    call: (value: T): void => {
      for (const listener of listeners)
        queueMicrotask(() => {
          if (listeners.has(listener)) listener(value);
        });
    },
  };
}
