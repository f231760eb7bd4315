import { promisifyRequest } from "idb-keyval";
import { parseJson } from "../lib/data.ts";
import type { PersistenceKind } from "../persistence/persistence.ts";

/** @see https://github.com/firebase/firebase-js-sdk/blob/main/packages/auth/src/platform_browser/persistence/indexed_db.ts */
const DATABASE = "firebaseLocalStorageDb";
const STORE = "firebaseLocalStorage";

/** One place where the SDK keeps its record. */
type Place = {
  /** Rejects, or never settles, if storage fails or is missing. */
  read(key: string): Promise<unknown>;
  /** Removes the record if it is still the expected one. */
  remove(key: string, isExpected: (stored: unknown) => boolean): Promise<void>;
};

/**
 * Opens the SDK's database for one transaction. Rejects if the SDK has made none. An open connection would block
 * the SDK in another tab, which deletes a database without its store.
 */
async function withSdkStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  const request = indexedDB.open(DATABASE);
  // The event means that there is no such database. Aborting leaves none behind.
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await promisifyRequest(request);
  try {
    if (!database.objectStoreNames.contains(STORE)) return undefined;
    return await work(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

const inDatabase: Place = {
  read: (key) =>
    withSdkStore("readonly", async (store) => (await promisifyRequest(store.get(key)))?.value as unknown),
  remove: async (key, isExpected) => {
    await withSdkStore("readwrite", (store) => {
      const request = store.get(key);
      request.onsuccess = () => isExpected(request.result?.value) && store.delete(key);
      return promisifyRequest(store.transaction);
    });
  },
};

const webStoragePlace = (storage: () => Storage): Place => {
  const readRecord = (key: string) => parseJson(storage().getItem(key) ?? "");
  return {
    read: async (key) => readRecord(key),
    remove: async (key, isExpected) => {
      if (isExpected(readRecord(key))) storage().removeItem(key);
    },
  };
};

/** The places of a kind of persistence, in the SDK's order. A session of one tab stays in its tab. */
export const sdkPlacesOf = (kind: PersistenceKind): readonly Place[] => {
  if (kind === "none") return [];
  if (kind === "session") return [webStoragePlace(() => sessionStorage)];
  return [inDatabase, webStoragePlace(() => localStorage)];
};
