export type LazyValue<Value> = {
  load(): Promise<Value>;
  loaded(): Value | undefined;
};

/**
 * Loads a value, such as the code of a chunk, when it is first needed. A failed load is not cached, because the next
 * one may succeed.
 */
export function lazyValue<Value>(fetchValue: () => Promise<Value>): LazyValue<Value> {
  let pending: Promise<Value> | undefined;
  let loaded: Value | undefined;
  return {
    load() {
      pending ??= fetchValue().then(
        (value) => {
          loaded = value;
          return value;
        },
        (error: unknown) => {
          pending = undefined;
          throw error;
        },
      );
      return pending;
    },
    loaded: () => loaded,
  };
}
