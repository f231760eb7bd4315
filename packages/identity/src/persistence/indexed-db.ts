import { get, promisifyRequest, type UseStore, update } from "idb-keyval";
import { NAMESPACE } from "../lib/namespace.ts";
import type { Persistence } from "./persistence.ts";

const STORE = "values";

/** For all tabs and the next start. @param database its name; the client gives its `namespace` by default */
export function indexedDbPersistence(
  indexedDB: IDBFactory = globalThis.indexedDB,
  database = NAMESPACE,
): Persistence {
  /** Kept once it is open: one that hangs is opened anew by whoever asks next. */
  let connection: IDBDatabase | undefined;

  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const opened = await promisifyRequest(request);
    // Somebody wants to delete or upgrade the database; an open connection would block them.
    opened.onversionchange = () => opened.close();
    return opened;
  };

  const run: UseStore = async (mode, callback) => {
    const attempt = async () => {
      connection ??= await open();
      return callback(connection.transaction(STORE, mode).objectStore(STORE));
    };
    // Connections are lost, in Safari without a word; once more on a new one, and no further: a store that
    // fails twice is not worth a loop.
    return attempt().catch(() => {
      connection = undefined;
      return attempt();
    });
  };

  return {
    kind: "local",
    read: (key) => get(key, run),
    update: (key, change) => update(key, change, run),
    remove: (key, isMeant) =>
      run("readwrite", (store) => {
        const request = store.get(key);
        request.onsuccess = () => isMeant(request.result) && store.delete(key);
        return promisifyRequest(store.transaction);
      }),
  };
}
