import { IdentityError } from "../../src/errors/identity-error.ts";
import type { WakeCause } from "../../src/events.ts";
import { createQueue } from "../../src/lib/listeners.ts";
import type { Persistence } from "../../src/persistence/persistence.ts";
import type { Channel, Platform } from "../../src/platform.ts";
import { createWebLock } from "../../src/session/lock.ts";
import type { Session } from "../../src/session/record.ts";
import { BACK_OFF } from "../../src/session/retry.ts";
import { createRunner } from "../../src/session/runner.ts";
import { createStore } from "../../src/session/store.ts";
import type { Tokens } from "../../src/session/tokens.ts";
import { createClock } from "./clock.ts";
import { createLocks } from "./locks.ts";
import { idToken, refreshToken } from "./tokens.ts";

const KEY = "world";
const TIMEOUT_MS = 30_000;
const LOCK_DEADLINE_MS = 45_000;
const ENDLESS = 1_000;

export type ServerMode =
  | "ok"
  | "503"
  | "offline"
  | "hang"
  | "unknown-word"
  | "TOKEN_EXPIRED"
  | "USER_DISABLED";

/** Waits for microtasks only. This world needs no more, and ten thousand sequences must not take minutes. */
const settle = async () => {
  for (let round = 0; round < 60; round += 1) await Promise.resolve();
};

/**
 * One browser with real runners, stores and locks over fake network, storage and channel. Every step of an exchange
 * can be held, so that a tab can be closed between any two steps.
 */
export function createWorld({ hasLocks = true } = {}) {
  const clock = createClock();
  const locks = createLocks();
  const values = new Map<string, unknown>();
  const listeners = new Map<number, (event: { data: unknown }) => void>();
  let mode: ServerMode = "ok";
  let storage: "ok" | "fails" | "hangs" = "ok";
  let opened = 0;
  const ended = new Set<string>();
  const refused = new Set<string>();
  /** The tabs that have changed storage. */
  const writers = new Set<number>();
  /** Stores a value. A stored session that it removes or replaces has ended. */
  const put = (tab: number, key: string, value: unknown) => {
    writers.add(tab);
    const generation = (stored: unknown) =>
      (stored as { session?: Session } | undefined)?.session?.generation;
    const before = generation(values.get(key));
    if (before !== undefined && before !== generation(value)) ended.add(before);
    values.set(key, structuredClone(value));
  };
  const exchanges: { tab: number; at: number; isOver: boolean }[] = [];
  let held: { tab: number; go: () => void }[] = [];
  let isHolding = false;

  const dead = new Set<number>();
  const live = new Map<number, ReturnType<typeof openTab>>();

  /** A point where the browser may switch to another tab, or a tab may close. */
  const step = (tab: number): Promise<void> =>
    isHolding ? new Promise((go) => held.push({ tab, go })) : Promise.resolve();

  const persistenceOf = (tab: number): Persistence => {
    const touch = async () => {
      await step(tab);
      if (storage === "fails") throw new Error("storage fails");
      if (storage === "hangs") await new Promise(() => undefined);
      if (dead.has(tab)) await new Promise(() => undefined);
    };
    return {
      kind: "local",
      read: async (key) => {
        await touch();
        return structuredClone(values.get(key));
      },
      update: async (key, change) => {
        await touch();
        put(tab, key, change(structuredClone(values.get(key))));
        await step(tab);
      },
      remove: async (key, isExpected) => {
        await touch();
        if (isExpected(values.get(key))) put(tab, key, undefined);
      },
    };
  };

  const exchangeIn =
    (tab: number) =>
    ({ refreshToken: spent = "" }: Session, signal: AbortSignal): Promise<Tokens> => {
      const exchange = { tab, at: clock.now(), isOver: false };
      exchanges.push(exchange);
      // Tabs that replace each other's tokens endlessly would hang the test, so the network stops responding.
      if (exchanges.length > ENDLESS) return new Promise(() => undefined);
      return new Promise<Tokens>((resolve, reject) => {
        const end = (finish: () => void) => {
          exchange.isOver = true;
          finish();
        };
        signal.addEventListener("abort", () =>
          end(() => reject(new IdentityError("network-request-failed"))),
        );
        clock.setTimeout(() => end(() => reject(new IdentityError("timeout"))), TIMEOUT_MS);
        void step(tab).then(() => {
          const fail = (error: IdentityError) => end(() => reject(error));
          const refuse = (error: IdentityError) => {
            refused.add(live.get(tab)?.runner.getSession()?.generation ?? "");
            fail(error);
          };
          switch (mode) {
            case "ok": {
              const sub = spent.split("-")[1] ?? "";
              const tokens = {
                idToken: idToken({ sub }),
                refreshToken: refreshToken(sub),
                expiresIn: 3600,
              };
              return end(() => resolve(tokens));
            }
            case "503":
              return fail(new IdentityError("internal-error"));
            case "offline":
              return fail(new IdentityError("network-request-failed"));
            case "unknown-word":
              return fail(new IdentityError("unknown", { serverCode: "A_NEW_WORD" }));
            case "TOKEN_EXPIRED":
              return refuse(new IdentityError("user-token-expired", { serverCode: mode }));
            case "USER_DISABLED":
              return refuse(new IdentityError("user-disabled", { serverCode: mode }));
            case "hang":
              return;
          }
        });
      });
    };

  function openTab(now: () => number) {
    opened += 1;
    const tab = opened;
    let timers = 0;
    const tabLocks = locks.forTab();
    let wake: Parameters<Platform["page"]>[0] = () => {};
    const platform = {
      now,
      setTimeout: (callback: () => void, ms: number) => {
        timers += 1;
        let isOver = false;
        const over = () => {
          if (!isOver) timers -= 1;
          isOver = true;
        };
        const cancel = clock.setTimeout(() => {
          over();
          callback();
        }, ms);
        return () => {
          over();
          cancel();
        };
      },
      page: (listener: Parameters<Platform["page"]>[0]) => {
        wake = listener;
        return () => {
          wake = () => {};
        };
      },
    };
    const channel: Channel = {
      postMessage: (data) => {
        for (const [other, listener] of listeners) {
          if (other !== tab) void step(other).then(() => listeners.has(other) && listener({ data }));
        }
      },
      addEventListener: (_type, listener) => listeners.set(tab, listener),
      close: () => listeners.delete(tab),
    };
    const emit = () => {};
    const store = createStore({
      ...platform,
      scope: KEY,
      persistence: persistenceOf(tab),
      tabs: channel,
    });
    const lock = hasLocks ? createWebLock(tabLocks.manager, KEY, LOCK_DEADLINE_MS, platform) : createQueue();
    const states: string[] = [];
    const runner = createRunner({
      ...platform,
      store,
      lock,
      tabs: channel,
      backOff: BACK_OFF,
      exchangeToken: exchangeIn(tab),
      emit,
      lookUp: () => {},
    });
    runner.subscribe((state) => states.push(state.status));
    const own = {
      tab,
      runner,
      states,
      signIn: (session: Session) => {
        runner.dispatch({ type: "sign-in-started", generation: session.generation });
        runner.dispatch({ type: "signed-in", session });
      },
      timers: () => timers,
      wake: (cause: WakeCause) => wake(cause),
      crash: () => {
        live.delete(tab);
        dead.add(tab);
        listeners.delete(tab);
        runner.dispose();
        held = held.filter((step) => step.tab !== tab);
        for (const exchange of exchanges) if (exchange.tab === tab) exchange.isOver = true;
        tabLocks.crash();
      },
    };
    live.set(tab, own);
    return own;
  }

  return {
    clock,
    values,
    exchanges,
    /** @param now the tab's own clock, if it differs from the device's */
    open: async (now = clock.now) => {
      const tab = openTab(now);
      await settle();
      return tab;
    },
    tabs: () => [...live.values()],
    settle,
    set: (next: ServerMode) => {
      mode = next;
    },
    setStorage: (next: typeof storage) => {
      storage = next;
    },
    store: (session: Session) => values.set(KEY, { version: 1, session }),
    stored: () => values.get(KEY) as { session?: Session } | undefined,
    /** The generations that were stored and then removed or replaced. A read without a session ends only these. */
    ended: (): ReadonlySet<string> => ended,
    /** The generations whose refresh token the server refused definitely. */
    refused: (): ReadonlySet<string> => refused,
    /** Whether a tab other than this one has changed storage. */
    hasOtherWriters: (tab: number): boolean => [...writers].some((writer) => writer !== tab),
    running: () => exchanges.filter(({ isOver }) => !isOver).length,
    /** From now on, only `stepOnce` moves messages between tabs, storage and network. */
    hold: () => {
      isHolding = true;
    },
    isHolding: () => isHolding,
    stepOnce: async (index = 0) => {
      const [next] = held.splice(index % Math.max(held.length, 1), 1);
      next?.go();
      await settle();
      return next !== undefined;
    },
    release: async () => {
      isHolding = false;
      for (let next = held.shift(); next; next = held.shift()) {
        next.go();
        await settle();
      }
      await settle();
    },
    dispose: () => {
      for (const tab of [...live.values()]) tab.crash();
    },
  };
}
