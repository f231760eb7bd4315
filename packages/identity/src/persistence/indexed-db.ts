import { del, get, promisifyRequest, type UseStore, update } from "idb-keyval";
import type { Persistence } from "./persistence.ts";

const DATABASE = "tallybin-identity";
const STORE = "values";

/** For all tabs and the next start. */
export function indexedDbPersistence(indexedDB: IDBFactory = globalThis.indexedDB): Persistence {
  let opened: Promise<IDBDatabase> | undefined;

  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await promisifyRequest(request);
    // Somebody wants to delete or upgrade the database; an open connection would block them.
    database.onversionchange = () => database.close();
    return database;
  };

  const run: UseStore = async (mode, callback) => {
    const attempt = async () => {
      opened ??= open();
      return callback((await opened).transaction(STORE, mode).objectStore(STORE));
    };
    // Connections are lost, in Safari without a word; once more on a new one, and no further: a store that
    // fails twice is not worth a loop.
    return attempt().catch(() => {
      opened = undefined;
      return attempt();
    });
  };

  return {
    kind: "local",
    read: (key) => get(key, run),
    update: (key, change) => update(key, change, run),
    remove: (key) => del(key, run),
  };
}
