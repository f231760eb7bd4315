import { IDBFactory } from "fake-indexeddb";
import { IdentityError } from "../../../src/errors/identity-error.ts";
import { BACK_OFF } from "../../../src/http/back-off.ts";
import { createLock } from "../../../src/lib/lock.ts";
import { indexedDbPersistence, type Persistence, STORAGE_MS } from "../../../src/persistence/persistence.ts";
import { createSessionRunner } from "../../../src/session/runner.ts";
import type { SessionEvent } from "../../../src/session/state.ts";
import { createStore } from "../../../src/session/store.ts";
import type { Tokens } from "../../../src/session/tokens.ts";
import { createTextStorage } from "../../support/browser.ts";
import { createLocks } from "../../support/locks.ts";

const KEY = "conformance";
const LOCK_MS = 45_000;

/** One storage operation. It first waits until the test carries it out, and then until the test reports its result. */
type Operation = {
  stage: "running" | "done";
  isOver: boolean;
  carryOut(outcome: "done" | "refused"): void;
  deliver(): void;
};
type Timer = { ms: number; fire: () => void };
type Listener = (event: { data: unknown }) => void;

const settle = async () => {
  for (let round = 0; round < 12; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/**
 * The client's own runner, store, lock and IndexedDB persistence in a browser whose every step waits for a command. A
 * path of the model can be replayed on it.
 */
export function createRealBrowser(now: () => number) {
  const database = new IDBFactory();
  const stored = indexedDbPersistence(database);
  const locks = createLocks();
  const notes = createTextStorage();
  const tabs: (ReturnType<typeof openTab> | undefined)[] = [];

  function openTab(place: number) {
    const tabLocks = locks.forTab();
    const operations: Operation[] = [];
    const timers = new Set<Timer>();
    const inbox: unknown[] = [];
    let listener: Listener = () => {};
    let page: (signal: "page-hidden") => void = () => {};
    let network: { resolve: (tokens: Tokens) => void; reject: (error: unknown) => void } | undefined;

    const gated = async <T>(work: () => Promise<T>): Promise<T> => {
      let start = (_: "done" | "refused") => {};
      let hear = () => {};
      const begun = new Promise<"done" | "refused">((resolve) => {
        start = resolve;
      });
      const heard = new Promise<void>((resolve) => {
        hear = resolve;
      });
      const operation: Operation = {
        stage: "running",
        isOver: false,
        carryOut: start,
        deliver: hear,
      };
      operations.push(operation);
      if ((await begun) === "refused") {
        operations.splice(operations.indexOf(operation), 1);
        throw new Error("storage refuses");
      }
      const result = await work();
      operation.stage = "done";
      await heard;
      return result;
    };
    const persistence: Persistence = {
      kind: "local",
      read: (key) => gated(() => stored.read(key)),
      update: (key, change) => gated(() => stored.update(key, change)),
      remove: async () => {
        throw new Error("storage refuses");
      },
      signOutNotes: notes,
    };
    const platform = {
      now,
      setTimeout: (callback: () => void, ms: number) => {
        const timer: Timer = { ms, fire: () => timers.delete(timer) && callback() };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      page: (hear: (signal: "page-hidden") => void) => {
        page = hear;
        return () => {};
      },
    };
    const channel = {
      postMessage: (data: unknown) => {
        for (const [other, tab] of tabs.entries()) if (other !== place) tab?.inbox.push(data);
      },
      addEventListener: (_: "message", hear: Listener) => {
        listener = hear;
      },
      close: () => {},
    };
    const store = createStore({ ...platform, scope: KEY, persistence, tabs: channel });
    const runner = createSessionRunner({
      ...platform,
      store,
      tabs: channel,
      lock: createLock({ ...platform, locks: tabLocks.manager }, KEY, LOCK_MS),
      backOff: BACK_OFF,
      exchangeToken: (_, signal) =>
        new Promise((resolve, reject) => {
          const over =
            <T>(end: (value: T) => void) =>
            (value: T) => {
              network = undefined;
              end(value);
            };
          network = { resolve: over(resolve), reject: over(reject) };
          const abort = () => network?.reject(new IdentityError("network-request-failed"));
          if (signal.aborted) abort();
          signal.addEventListener("abort", abort);
        }),
      emit: () => {},
      lookUp: () => {},
    });
    const find = (isOver: boolean, index: number): Operation => {
      const operation = operations.filter((each) => each.isOver === isOver)[index];
      if (!operation) throw new Error("the client has no such operation under way");
      return operation;
    };
    return {
      runner,
      operations,
      inbox,
      dispatch: (event: SessionEvent) => runner.dispatch(event),
      isSent: () => network !== undefined,
      hasTimer: () => [...timers].some(({ ms }) => ms !== STORAGE_MS && ms !== LOCK_MS),
      answer: (tokens: Tokens) => network?.resolve(tokens),
      refuse: (error: unknown) => network?.reject(error),
      carryOut: async (isOver: boolean, index: number) => find(isOver, index).carryOut("done"),
      refuseOperation: () => find(false, 0).carryOut("refused"),
      deliver: async (isOver: boolean, index: number) => {
        const operation = find(isOver, index);
        operation.deliver();
        await settle();
        const at = operations.indexOf(operation);
        if (at >= 0) operations.splice(at, 1);
      },
      hang: () => {
        const operation = find(false, 0);
        // The operation moves behind the others that have run out of time.
        operations.splice(operations.indexOf(operation), 1);
        operations.push(Object.assign(operation, { isOver: true }));
        [...timers].find(({ ms }) => ms === STORAGE_MS)?.fire();
      },
      hear: () => listener({ data: inbox.shift() }),
      fireTimer: () => [...timers].find(({ ms }) => ms !== STORAGE_MS && ms !== LOCK_MS)?.fire(),
      hide: () => page("page-hidden"),
      crash: () => {
        tabs[place] = undefined;
        runner.dispose();
        tabLocks.crash();
      },
    };
  }

  return {
    settle,
    tabs,
    open: (place: number) => {
      tabs[place] = openTab(place);
    },
    stored: () => stored.read(KEY),
    /** The stamp of the noted sign-out. */
    note: () => Number(notes.getItem(`${KEY}:left`)?.split(" ")[0] ?? 0),
    clear: async () => {
      await stored.remove(KEY, () => true);
      notes.setItem(`${KEY}:left`, "0");
    },
    write: (value: unknown) => stored.update(KEY, () => value),
  };
}
