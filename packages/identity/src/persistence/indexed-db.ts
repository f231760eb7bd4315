import { promisifyRequest, type UseStore } from "idb-keyval";
import { attempt } from "../lib/attempt.ts";
import { NAMESPACE } from "../lib/namespace.ts";
import type { Persistence } from "./persistence.ts";

const STORE = "values";

/**
 * Keeps the session for all tabs and across restarts.
 * @param database its name; the client gives its `namespace` by default
 */
export function indexedDbPersistence(
  indexedDB: IDBFactory = globalThis.indexedDB,
  database = NAMESPACE,
): Persistence {
  /** The open connection. If opening hangs, the next caller opens a new one. */
  let connection: IDBDatabase | undefined;

  /** Opens the newest version, and adds the object store to a database that another program has made. */
  const open = async (version?: number): Promise<IDBDatabase> => {
    const request = indexedDB.open(database, version);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
    };
    const opened = await promisifyRequest(request);
    // An open connection would block a deletion or an upgrade of the database.
    opened.onversionchange = () => opened.close();
    if (opened.objectStoreNames.contains(STORE)) return opened;
    opened.close();
    return open(opened.version + 1);
  };

  const run: UseStore = async (mode, callback) => {
    const attempt = async () => {
      connection ??= await open();
      return callback(connection.transaction(STORE, mode).objectStore(STORE));
    };
    // Connections get lost, in Safari without an event. Retry once on a new connection, because further retries could
    // loop.
    return attempt().catch(() => {
      connection = undefined;
      return attempt();
    });
  };

  /** Reads a value and acts on it in one transaction, so that no other tab writes in between. */
  const change = (key: string, act: (value: unknown, store: IDBObjectStore) => void): Promise<void> =>
    run("readwrite", (store) => {
      const request = store.get(key);
      request.onsuccess = () => act(request.result, store);
      return promisifyRequest(store.transaction);
    });

  return {
    kind: "local",
    signOutNotes: attempt(() => localStorage),
    read: (key) => run("readonly", (store) => promisifyRequest(store.get(key))),
    update: (key, next) => change(key, (value, store) => store.put(next(value), key)),
    reconnect: () => {
      connection?.close();
      connection = undefined;
    },
    remove: (key, isMeant) => change(key, (value, store) => isMeant(value) && store.delete(key)),
  };
}
