import { inA, inB } from "./script.mjs";

/** @typedef {import("./script.mjs").Tools} Tools */

const STORE = "values";
export const KEY = "key";

/** Opens a connection as the client does, and notes the events until it is open. @param {Tools} tools @param {number} [version] */
export const open = ({ indexedDB, name, note, kept }, version) =>
  /** @type {Promise<IDBDatabase>} */ (
    new Promise((resolve) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        note("upgrade");
        if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
      };
      request.onblocked = () => note("blocked");
      request.onerror = () => note(`not open: ${request.error?.name}`);
      request.onsuccess = () => {
        note(`open, version ${request.result.version}`);
        kept.connection = request.result;
        resolve(kept.connection);
      };
    })
  );

/** Begins a transaction, and notes its end. @param {Tools} tools @param {IDBTransactionMode} mode */
export const begin = (
  { note, kept },
  mode,
  { name = mode === "readonly" ? "read" : "write", connection = kept.connection, then = () => {} } = {},
) => {
  const transaction = connection.transaction(STORE, mode);
  transaction.oncomplete = () => {
    note(`${name} complete`);
    then();
  };
  transaction.onabort = () => note(`${name} aborted: ${transaction.error?.name ?? "no error"}`);
  kept.store = transaction.objectStore(STORE);
  return kept.store;
};

/** Notes the outcome of a request. @param {Tools} tools @param {IDBRequest} request @param {string} name */
export const watch = ({ note }, request, name, then = () => {}) => {
  request.onsuccess = () => {
    note(request.result === undefined || request.result === KEY ? name : `${name} ${request.result}`);
    then();
  };
  request.onerror = () => note(`${name}: ${request.error?.name}`);
};

/** @param {Tools} tools @param {number} value */
export const put = (tools, value, store = tools.kept.store, then = () => {}) =>
  watch(tools, store.put(value, KEY), `put ${value}`, then);
/** @param {Tools} tools */
export const get = (tools, store = tools.kept.store) => watch(tools, store.get(KEY), "get");

/** Keeps the last transaction running, with one request after the other, until a later step ends it. @param {Tools} tools */
const hold = ({ kept }) => {
  const { store } = kept;
  let isOver = false;
  kept.end = () => {
    isOver = true;
  };
  const next = () => {
    if (!isOver) store.get(KEY).onsuccess = next;
  };
  next();
};
/** @param {Tools} tools */
export const end = ({ kept }) => kept.end();

/** Increments the stored number. @param {Tools} tools @param {IDBObjectStore} store */
export const increase = (tools, store) => {
  const request = store.get(KEY);
  request.onsuccess = () => put(tools, (request.result ?? 0) + 1, store);
};

/** @param {Tools} tools */
export const write = (tools, value = 1, then = () => {}) => {
  begin(tools, "readwrite", { then });
  put(tools, value);
};
/** @param {Tools} tools */
export const read = (tools) => {
  begin(tools, "readonly");
  get(tools);
};
/** @param {Tools} tools */
export const holdWrite = (tools) => {
  write(tools);
  hold(tools);
};
/** @param {Tools} tools */
export const holdRead = (tools) => {
  begin(tools, "readonly");
  hold(tools);
};
/** Closes the connection if another page wants a newer version, or only notes it. @param {Tools} tools @param {boolean} closes */
export const onVersionChange = ({ note, kept: { connection } }, closes) => {
  connection.onversionchange = () => {
    note("version change");
    if (closes) connection.close();
  };
};
/** @param {Tools} tools */
export const openBlocking = async (tools) => {
  await open(tools, 1);
  onVersionChange(tools, false);
};
/** @param {Tools} tools */
export const close = ({ kept }) => kept.connection.close();

/** Both pages have a connection. */
export const OPEN_IN_BOTH = [
  inA((tools) => open(tools), "A: upgrade", "A: open, version 1"),
  inB((tools) => open(tools), "B: open, version 1"),
];
export const OPEN_IN_A = OPEN_IN_BOTH.slice(0, 1);
