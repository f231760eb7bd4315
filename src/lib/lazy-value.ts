export type LazyValue<Value> = ReturnType<typeof lazyValue<Value>>;

/** Loads a value, such as the code of a chunk, when it is first needed. A failed load is repeated by the next. */
export function lazyValue<Value>(fetchValue: () => Promise<Value>) {
  let pending: Promise<Value> | undefined;
  let loaded: Value | undefined;
  return {
    load(): Promise<Value> {
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
    loaded: (): Value | undefined => loaded,
  };
}
