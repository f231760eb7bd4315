import { IDBFactory } from "fake-indexeddb";
import { createOpenings } from "./openings.ts";
import type { Page } from "./page.ts";

/**
 * - `fails`: every transaction is refused.
 * - `hangs`: no transaction goes on until the fault is over.
 * - `aborts`: a transaction that writes aborts after its requests have succeeded.
 * - `full`: a transaction that puts a value aborts; a removal works.
 * - `slow`: a connection or a step of a transaction may take longer than the client waits.
 */
export type StorageMode = "ok" | "fails" | "hangs" | "aborts" | "full" | "slow";

/** The part of fake-indexeddb's transaction that the simulation steers. The version is pinned. */
type Steered = Omit<IDBTransaction, "objectStore"> & {
  _start(): void;
  _started: boolean;
  _state: string;
  _requests: unknown[];
  _abort(name: string): void;
  _execRequestAsync(operation: unknown): IDBRequest;
  objectStore(name: string): IDBObjectStore;
};

type Connection = {
  page: Page;
  database: IDBDatabase;
  isLost: boolean;
  /** Whether it answers no more. */
  isStuck?: boolean;
  begin: IDBDatabase["transaction"];
};

/** A transaction that nothing comes of. */
const STUCK = {
  objectStore: () => ({ get: () => ({}), put: () => ({}), delete: () => ({}), transaction: STUCK }),
} as unknown as IDBTransaction;

type Report = {
  /** A transaction puts a value, which it may store later. */
  puts(value: unknown, page: Page): void;
  /** A transaction has stored a value, or removed it. */
  committed(value: unknown, page: Page): void;
  /** A transaction that may write is about to begin. */
  writes(page: Page): void;
  /** A transaction that only reads is about to begin. */
  reads(page: Page): void;
  /** A transaction has ended well. */
  completed(page: Page): void;
  /** Another version of the client has stored its own record. */
  foreign(): void;
  /** A page gives up a connection that does not answer. */
  recovers(): void;
};

/** One profile's IndexedDB: fake-indexeddb underneath, whose transactions go on in tasks of their page. */
export function createIndexedDb(report: Partial<Report>) {
  let factory = new IDBFactory();
  let mode: StorageMode = "ok";
  const connections = new Set<Connection>();
  const active = new Map<Steered, Connection>();
  /** They close once no transaction runs. fake-indexeddb would poll without a pause, and time would stand still. */
  let closing: (() => void)[] = [];
  let hung: (() => void)[] = [];
  let isForeignWriting = false;
  /** What waits for a connection, by page. */
  const delayed = new Map<Page, (() => void)[]>();

  /** Makes each step of a transaction a task of its page, and lets it fail as the mode says. */
  function steer(connection: Connection, transaction: Steered): void {
    const { page } = connection;
    const start = transaction._start.bind(transaction);
    const openStore = transaction.objectStore.bind(transaction);
    const execute = transaction._execRequestAsync.bind(transaction);
    /** The task in which the transaction takes requests. */
    let activeIn = page.task();
    let isPutting = false;
    let isAborted = false;
    let written: { value: unknown } | undefined;
    transaction.objectStore = (name) => {
      const store = openStore(name);
      const put = store.put.bind(store);
      const remove = store.delete.bind(store);
      store.put = (value, ...key) => {
        isPutting = true;
        written = { value };
        report.puts?.(value, page);
        return put(value, ...key);
      };
      store.delete = (key) => {
        written = { value: undefined };
        return remove(key);
      };
      return store;
    };
    transaction._execRequestAsync = (operation) => {
      if (page.task() === activeIn) return execute(operation);
      throw new DOMException("The transaction is not active.", "TransactionInactiveError");
    };
    const isDoomed = () =>
      transaction.mode === "readwrite" && (mode === "aborts" || (mode === "full" && isPutting));
    const go = () => {
      activeIn = page.task();
      if (transaction._state === "finished") return start();
      if (mode === "hangs") hung.push(go);
      else if (mode === "fails") transaction._abort("UnknownError");
      else if (transaction._requests.length === 0 && isDoomed())
        transaction._abort(mode === "full" ? "QuotaExceededError" : "UnknownError");
      else start();
      // fake-indexeddb changes the state meanwhile.
      if ((transaction._state as string) !== "finished") return;
      active.delete(transaction);
      rest();
      if (isAborted) return;
      report.completed?.(page);
      if (written) report.committed?.(written.value, page);
    };
    transaction._start = () => {
      transaction._started = true;
      // The error of a suspended transaction makes the client try once more, which must not keep storage busy either.
      if (page.isFrozen) return stop(page);
      if (transaction.mode === "readwrite") report.writes?.(page);
      else report.reads?.(page);
      page.post(go, mode === "slow" ? page.luck.between(0, 1500) : undefined);
    };
    const abort = transaction._abort.bind(transaction);
    transaction._abort = (name) => {
      isAborted = true;
      abort(name);
    };
    active.set(transaction, connection);
  }

  const endDelay = (page: Page): void => {
    for (const go of delayed.get(page) ?? []) go();
    delayed.delete(page);
  };

  /** @param from the factory that opened it; data that was cleared meanwhile is lost */
  const own = (page: Page, database: IDBDatabase, from: IDBFactory): void => {
    const close = database.close.bind(database);
    const begin = database.transaction.bind(database);
    const connection: Connection = { page, database, isLost: from !== factory, begin };
    connections.add(connection);
    database.transaction = (...args) => {
      if (connection.isLost) throw new DOMException("The connection was lost.", "InvalidStateError");
      if (connection.isStuck) return STUCK;
      const transaction = begin(...args);
      steer(connection, transaction as unknown as Steered);
      return transaction;
    };
    database.close = () => {
      if (!connections.delete(connection)) return;
      if (connection.isStuck) report.recovers?.();
      Object.assign(database, { _closePending: true });
      closing.push(close);
      rest();
    };
  };

  function rest(): void {
    if (active.size > 0 || isForeignWriting) return;
    for (const close of closing) close();
    closing = [];
    openings.advance();
  }

  const openings = createOpenings({
    isInUse: (name) => closing.length > 0 || openOnes(name).length > 0,
    announce: (name, blocked) => {
      let left = openOnes(name).length;
      for (const connection of openOnes(name))
        connection.page.post(() => {
          const { database } = connection;
          if (connections.has(connection)) database.onversionchange?.({} as IDBVersionChangeEvent);
          left -= 1;
          if (left === 0 && openOnes(name).length > 0) blocked();
        });
    },
  });
  const openOnes = (name: string) =>
    [...connections].filter(({ database, isLost }) => database.name === name && !isLost);

  /** Whether no page waits for a connection, and every connection answers. */
  const isConnected = (): boolean => delayed.size === 0 && !hasStuck();
  const hasStuck = (): boolean => [...connections].some(({ isStuck }) => isStuck);

  /** Aborts what a page has begun, or every page, without an event to the page. */
  const stop = (page?: Page): void => {
    for (const [transaction, connection] of active) {
      if (page && connection.page !== page) continue;
      active.delete(transaction);
      if (transaction._state !== "finished") transaction._abort("AbortError");
    }
    rest();
  };

  return {
    forPage: (page: Page): IDBFactory => {
      const [inbox, outbox] = [page.inbox(), page.outbox()];
      return {
        open: (name: string, version?: number) => {
          const request = { result: undefined as unknown, error: null as unknown } as {
            -readonly [Key in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Key];
          };
          const event = {} as never;
          const go = () => {
            if (mode === "hangs" || page.isGone) return;
            if (mode === "fails") {
              request.error = new DOMException("Storage fails.", "UnknownError");
              return inbox(() => request.onerror?.(event));
            }
            const run = (end: (version?: number) => void) => {
              const from = factory;
              const opening = from.open(name, version);
              opening.onupgradeneeded = () => {
                request.result = opening.result;
                request.transaction = opening.transaction;
                request.onupgradeneeded?.(event);
              };
              opening.onsuccess = () => {
                own(page, opening.result, from);
                end(opening.result.version);
                if (page.isGone) return opening.result.close();
                request.result = opening.result;
                inbox(
                  () => request.onsuccess?.(event),
                  mode === "slow" ? page.luck.between(0, 9000) : undefined,
                );
              };
              opening.onerror = () => {
                request.error = opening.error;
                end();
                inbox(() => request.onerror?.(event));
              };
            };
            openings.add({
              page,
              name,
              version,
              run,
              blocked: () => inbox(() => request.onblocked?.(event)),
            });
          };
          outbox(() => {
            const waiting = delayed.get(page);
            if (waiting) waiting.push(go);
            else go();
          });
          return request;
        },
      } as unknown as IDBFactory;
    },
    setMode: (next: StorageMode): void => {
      mode = next;
      if (mode === "hangs") return;
      if (mode === "ok") for (const page of [...delayed.keys()]) endDelay(page);
      for (const go of hung) go();
      hung = [];
    },
    isOk: () => mode === "ok" && isConnected(),
    hasStuck,
    /** Whether storage is well, or at least full only. */
    takesRemovals: () => (mode === "ok" || mode === "full") && isConnected(),
    /** Whether no write succeeds. */
    isRefusing: () => mode !== "ok" && mode !== "slow",
    /** A later version of the client stores its record in a format that this one does not know. */
    storeForeign: (): void => {
      const connection = [...connections].find(({ isLost }) => !isLost);
      if (!connection || active.size > 0 || mode !== "ok") return;
      const { database, begin } = connection;
      const [name = ""] = Array.from(database.objectStoreNames);
      const transaction = begin(name, "readwrite");
      isForeignWriting = true;
      transaction.oncomplete = () => {
        isForeignWriting = false;
        rest();
      };
      const values = transaction.objectStore(name);
      const keys = values.getAllKeys();
      keys.onsuccess = () => {
        for (const key of keys.result) {
          values.put({ version: 99 }, key);
          report.foreign?.();
        }
      };
    },
    /** Every connection is lost, in Safari's way: the next transaction throws. */
    loseConnections: (): void => {
      for (const connection of connections) connection.isLost = true;
    },
    /** Every connection stops to answer until its page opens another one, as WebKit's do at times. */
    hangConnections: (): void => {
      for (const connection of connections) connection.isStuck = true;
    },
    /** A page loses its connection, and gets the next one only when the delay ends. */
    delay: (page: Page): void => {
      for (const connection of connections) if (connection.page === page) connection.isLost = true;
      delayed.set(page, delayed.get(page) ?? []);
    },
    endDelay,
    /** The user clears the site's data. */
    clear: (): void => {
      stop();
      for (const connection of connections) connection.isLost = true;
      factory = new IDBFactory();
      openings.clear();
    },
    /** A frozen page's transactions abort, because the browser suspends its process. */
    suspend: (page: Page): void => stop(page),
    leave: (page: Page): void => {
      stop(page);
      delayed.delete(page);
      for (const { page: owner, database } of [...connections]) if (owner === page) database.close();
    },
    /** The open connections of a page that answer. */
    connectionsOf: (page: Page): number =>
      [...connections].filter(({ page: owner, isLost, isStuck }) => owner === page && !isLost && !isStuck)
        .length,
  };
}
