/**
 * @typedef {object} Apis what a page gives
 * @property {Pick<IDBFactory, "open">} indexedDB
 * @property {Pick<LockManager, "request" | "query">} locks
 * @property {(name: string) => import("../../../packages/platform/src/browser.ts").Channel} channel
 * @property {Pick<Storage, "getItem" | "setItem">} storage
 *
 * @typedef {object} Kept what an earlier step of the same page has kept
 * @property {IDBDatabase} connection
 * @property {IDBObjectStore} store
 * @property {(() => void)[]} ends each ends what a step holds, the oldest first
 * @property {AbortController} controller
 * @property {ReturnType<Apis["channel"]>} channel
 */

/**
 * One page's part of a scenario, and the words of its steps. A real browser runs the text of this function, so it uses
 * nothing from outside.
 * @param {Apis} apis
 * @param {string} name of the scenario, and of everything that it opens
 */
export function createPart({ indexedDB, locks, channel, storage }, name) {
  const [KEY, STORE] = ["key", "values"];
  /** @type {string[]} */
  const lines = [];
  const kept = /** @type {Kept} */ (/** @type {Partial<Kept>} */ ({ ends: [] }));
  const note = (/** @type {string} */ text) => void lines.push(text);
  const nameOf = (/** @type {unknown} */ error) =>
    error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error);
  const end = () => kept.ends.shift()?.();

  /** Opens a connection as the client does, and notes the events until it is open. @param {number} [version] */
  const open = (version) =>
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
        resolve(undefined);
      };
    });
  /** Closes the connection if another page wants a newer version, or only notes it. @param {boolean} closes */
  const onVersionChange = (closes) => {
    const { connection } = kept;
    connection.onversionchange = () => {
      note("version change");
      if (closes) connection.close();
    };
  };
  /** Begins a transaction, and notes its end. @param {IDBTransactionMode} mode */
  const begin = (
    mode,
    who = mode === "readonly" ? "read" : "write",
    connection = kept.connection,
    then = () => {},
  ) => {
    const begun = connection.transaction(STORE, mode);
    begun.oncomplete = () => {
      note(`${who} complete`);
      then();
    };
    begun.onabort = () => note(`${who} aborted: ${begun.error?.name ?? "no error"}`);
    kept.store = begun.objectStore(STORE);
    return kept.store;
  };
  /** Notes the outcome of a request. @param {IDBRequest} request @param {string} what */
  const watch = (request, what, then = () => {}) => {
    request.onsuccess = () => {
      note(request.result === undefined || request.result === KEY ? what : `${what} ${request.result}`);
      then();
    };
    request.onerror = () => note(`${what}: ${request.error?.name}`);
  };
  const put = (/** @type {number} */ value, store = kept.store, then = () => {}) =>
    watch(store.put(value, KEY), `put ${value}`, then);
  const get = () => watch(kept.store.get(KEY), "get");
  const read = () => {
    begin("readonly");
    get();
  };
  const write = (value = 1, then = () => {}) => {
    begin("readwrite", "write", kept.connection, then);
    put(value);
  };
  /** Increments the stored number. @param {IDBObjectStore} store */
  const increase = (store) => {
    const request = store.get(KEY);
    request.onsuccess = () => put((request.result ?? 0) + 1, store);
  };
  /** Keeps the last transaction running, with one request after the other. */
  const hold = () => {
    const { store } = kept;
    let isOver = false;
    kept.ends.push(() => {
      isOver = true;
    });
    const next = () => {
      if (!isOver) store.get(KEY).onsuccess = next;
    };
    next();
  };

  /** Requests the lock, keeps it until a later step ends that, and notes both. @param {LockOptions} [options] */
  const request = (options = {}, who = "it", then = () => {}, lockName = name) => {
    const held = new Promise((resolve) => {
      kept.ends.push(() => resolve("done"));
    });
    const work = () => {
      note(`${who} is granted`);
      then();
      return held;
    };
    locks.request(lockName, options, work).then(
      (result) => note(`${who} ends: ${result}`),
      (error) => note(`${who} fails: ${nameOf(error)}`),
    );
  };
  const requestWithSignal = () => {
    kept.controller = new AbortController();
    request({ signal: kept.controller.signal });
  };
  /** Notes who holds the lock and who waits for it, by what the page knows about itself. */
  const query = async () => {
    const { held = [], pending = [] } = await locks.query();
    const ofName = (/** @type {LockInfo[]} */ list) => list.filter((each) => each.name === name);
    const [holder] = ofName(held);
    const waiting = ofName(pending);
    const isSame = holder && waiting.some(({ clientId }) => clientId === holder.clientId);
    note(`${ofName(held).length} held, ${waiting.length} waiting${isSame ? " in the same page" : ""}`);
  };

  /** Opens a channel, and notes what it hears. */
  const listen = (who = "hears", then = () => {}, channelName = name) => {
    kept.channel = channel(channelName);
    kept.channel.addEventListener("message", ({ data }) => {
      note(`${who} ${data}`);
      then();
    });
  };
  const post = (/** @type {string[]} */ ...texts) => {
    for (const text of texts) kept.channel.postMessage(text);
  };

  const words = {
    name,
    kept,
    note,
    end,
    KEY,
    locks,
    storage,
    open,
    close: () => kept.connection.close(),
    onVersionChange,
    begin,
    watch,
    put,
    get,
    read,
    write,
    increase,
    hold,
    request,
    requestWithSignal,
    query,
    listen,
    post,
  };
  return {
    lines,
    /** Runs a step, whose errors are noted. @param {(known: typeof words) => Promise<unknown>} run */
    start(run) {
      run(words).catch((error) => note(`fails: ${nameOf(error)}`));
    },
  };
}
