import { tryTo } from "@tallybin/platform/browser";
import { promisifyRequest, type UseStore } from "idb-keyval";
import { NAMESPACE } from "../lib/browser.ts";
import { parseJson } from "../lib/data.ts";

/** Where a session is stored: for all tabs and restarts, for this tab, or until the page closes. */
export type PersistenceKind = "local" | "session" | "none";

/** After this time storage counts as unavailable, because a hanging database must not block a page. */
export const STORAGE_MS = 3000;

/** One stored value and its operations. Both changes are atomic: no other tab's change can come between. */
export type Persistence = {
  readonly kind: PersistenceKind;
  /**
   * A synchronous storage for the note of the last sign-out, because a closing page finishes no transaction. Absent if
   * the browser refuses it, or if every change is synchronous.
   */
  readonly signOutNotes?: Pick<Storage, "getItem" | "setItem"> | undefined;
  /** Resolves to `undefined` if nothing is stored; rejects if the read fails. */
  read(key: string): Promise<unknown>;
  update(key: string, change: (current: unknown) => unknown): Promise<void>;
  /** Removes the value if it is the expected one. A full disk may allow a removal although it refuses writes. */
  remove(key: string, isExpected: (current: unknown) => boolean): Promise<void>;
  /** Called when an operation has run out of time. The next operation then uses a new connection. */
  reconnect?(): void;
};

/** Keeps the session until the page closes. The client also uses it when the browser's storage fails. Never throws. */
export function memoryPersistence(): Persistence {
  const values = new Map<string, unknown>();
  return {
    kind: "none",
    read: async (key) => values.get(key),
    update: async (key, change) => {
      values.set(key, change(values.get(key)));
    },
    remove: async (key, isExpected) => {
      if (isExpected(values.get(key))) values.delete(key);
    },
  };
}

/**
 * Keeps the session for this tab only, also over reloads. Never throws. Where site data is blocked, its reads reject
 * and the client uses memory.
 */
export function sessionStoragePersistence(
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = globalThis.sessionStorage,
): Persistence {
  const readValue = (key: string): unknown => {
    const stored = storage.getItem(key) ?? undefined;
    // Invalid JSON is a broken value; the parser of the record decides what to do with it.
    return stored && (parseJson(stored) ?? stored);
  };
  return {
    kind: "session",
    read: async (key) => readValue(key),
    update: async (key, change) => {
      const next = change(readValue(key));
      if (next !== undefined) storage.setItem(key, JSON.stringify(next));
    },
    remove: async (key, isExpected) => {
      if (isExpected(readValue(key))) storage.removeItem(key);
    },
  };
}

const STORE = "values";

/**
 * Keeps the session for all tabs and across restarts. Never throws. Without IndexedDB, its reads reject.
 * @param database its name; the client gives its `namespace` by default
 */
export function indexedDbPersistence(
  indexedDB: IDBFactory = globalThis.indexedDB,
  database = NAMESPACE,
): Persistence {
  /** The open connection. If opening hangs, the next caller opens a new one. */
  let connection: IDBDatabase | undefined;

  /** Opens the newest version, and adds the object store to a database that another program has made. */
  const openDatabase = async (version?: number): Promise<IDBDatabase> => {
    const request = indexedDB.open(database, version);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    const opened = await promisifyRequest(request);
    // An open connection would block a deletion or an upgrade of the database.
    opened.onversionchange = () => opened.close();
    if (opened.objectStoreNames.contains(STORE)) return opened;
    opened.close();
    return openDatabase(opened.version + 1);
  };

  const connect = async (): Promise<IDBDatabase> => {
    const opened = connection ?? (await openDatabase());
    // A slow opening may end after the one of a later caller.
    if (connection && connection !== opened) opened.close();
    connection ??= opened;
    return connection;
  };
  const reconnect = () => {
    connection?.close();
    connection = undefined;
  };

  const runInStore: UseStore = async (mode, callback) => {
    const runOnce = async () => callback((await connect()).transaction(STORE, mode).objectStore(STORE));
    // Connections get lost, in Safari without an event. One retry on a new connection, because more could loop.
    return runOnce().catch(() => {
      reconnect();
      return runOnce();
    });
  };

  /** Reads a value and acts on it in one transaction, so that no other tab writes in between. */
  const changeValue = (key: string, act: (value: unknown, store: IDBObjectStore) => void): Promise<void> =>
    runInStore("readwrite", (store) => {
      const request = store.get(key);
      request.onsuccess = () => act(request.result, store);
      return promisifyRequest(store.transaction);
    });

  return {
    kind: "local",
    signOutNotes: tryTo(() => localStorage),
    read: (key) => runInStore("readonly", (store) => promisifyRequest(store.get(key))),
    update: (key, next) => changeValue(key, (value, store) => store.put(next(value), key)),
    reconnect,
    remove: (key, isExpected) => changeValue(key, (value, store) => isExpected(value) && store.delete(key)),
  };
}
