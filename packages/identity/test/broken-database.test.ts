import { IDBFactory } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { indexedDbPersistence } from "../src/persistence/persistence.ts";
import { createStore } from "../src/session/store.ts";

const KEY = "broken-database";
const timers = {
  setTimeout: (callback: () => void, ms: number) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
const persistenceOf = (factory: Pick<IDBFactory, "open">) =>
  indexedDbPersistence(factory as IDBFactory, "tallybin-test");

test("the client replaces a database connection after its first transaction hangs", async () => {
  const factory = new IDBFactory();
  await persistenceOf(factory).update(KEY, () => ({ version: 1, signedOut: "user-disabled" }));
  let opened = 0;
  const hanging = {
    open: (...options: Parameters<IDBFactory["open"]>) => {
      opened += 1;
      const isFirst = opened === 1;
      const request = factory.open(...options);
      request.addEventListener("success", () => {
        const connection = request.result;
        const { transaction } = connection;
        // A transaction that never runs: its requests neither succeed nor fail.
        if (isFirst)
          connection.transaction = (...names) => {
            const real = transaction.apply(connection, names);
            return {
              objectStore: () => ({ get: () => ({}), put: () => ({}) }),
              abort: () => real.abort(),
            } as never;
          };
      });
      return request;
    },
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const store = createStore({ ...timers, scope: KEY, persistence: persistenceOf(hanging), tabs: undefined });
  const first = store.read().catch(({ code }) => code);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(3000);
  expect(await first).toBe("storage-unavailable");
  vi.useRealTimers();
  await expect(store.read()).resolves.toMatchObject({ signedOut: "user-disabled" });
});

test("the client adds its object store to another program's IndexedDB database of the same name", async () => {
  const factory = new IDBFactory();
  await new Promise<void>((resolve) => {
    const request = factory.open("tallybin-test", 3);
    request.onupgradeneeded = () => request.result.createObjectStore("of another program");
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
  });
  const persistence = persistenceOf(factory);
  await persistence.update(KEY, () => "stored");
  await expect(persistenceOf(factory).read(KEY)).resolves.toBe("stored");
});
