import { IdentityError } from "../errors.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Platform } from "../options.ts";
import { type Channel, onTabMessage, type TabMessage } from "./channel.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { type IdentityState, identityState, onChange } from "./identity-state.ts";
import { type Effect, type SessionEvent, type SessionState, transition } from "./lifecycle.ts";
import { createListeners } from "./listeners.ts";
import { isUsable, type Session } from "./session.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A timer later than this was held up by sleep, not by a busy page. */
const LATE_MS = 60_000;
/** Longer timers overflow setTimeout and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type RunnerParts = ExchangeParts &
  Pick<Platform, "now" | "setTimeout" | "page"> & {
    tabs: Channel | undefined;
    emit: (event: LifecycleEvent) => void;
    lookUp: () => void;
  };

export type Runner = ReturnType<typeof createRunner>;

/** Carries out the effects of the lifecycle: one timer, one exchange, storage, other tabs, listeners. */
export function createRunner(parts: RunnerParts) {
  const { store, now, tabs } = parts;
  let state: SessionState = { status: "unknown" };
  let published = identityState(state);
  let disarm = () => {};
  let exchange = new AbortController();
  /** Storage is touched in the order in which the session changed. */
  let storage: Promise<unknown> = Promise.resolve();
  /** Counts changes of the session, so that a read that began before one is not taken for news. */
  let changes = 0;
  /** What kept the last wish from being stored. */
  let unsaved: unknown;
  let isDisposed = false;
  const stateListeners = createListeners<IdentityState>();
  /** Those who wait for a state; each is asked after every step, and forgotten once it says yes. */
  const waiting = new Set<() => void>();

  function dispatch(event: SessionEvent): void {
    if (isDisposed) return;
    const before = state;
    const step = transition(state, event, now());
    state = step.state;
    if (state !== before) arm();
    if (state.session?.idToken !== before.session?.idToken) {
      changes += 1;
      // An exchange whose session is gone must not go on holding the lock.
      exchange.abort();
    }
    for (const [name, ...details] of step.effects)
      (perform[name] as (...details: unknown[]) => void)(...details);
    publish();
    for (const check of waiting) check();
  }

  const perform: {
    [E in Effect as E[0]]: E extends [string, ...infer Details] ? (...details: Details) => void : never;
  } = {
    exchange: (session, after) => {
      const own = new AbortController();
      exchange = own;
      const begun = changes;
      void exchangeOnce(parts, session, after, own.signal).then((outcome) => {
        // Where the lock was taken away, the request may still be out; it must not write any more.
        own.abort();
        // What it saw of storage may be from before somebody signed out here.
        if (outcome.type === "storage-read" && begun !== changes) readStorage();
        else dispatch(outcome);
      });
    },
    read: () => readStorage(),
    store: (record, over) => write(record.session ? "changed" : "signed-out", () => record, over),
    "store-user": (user) =>
      write(
        "changed",
        (record) => ({ ...record, session: record.session && { ...record.session, user } }),
        user.uid,
      ),
    tell,
    "look-up": parts.lookUp,
    // Listeners come last: one that signs out must not be overtaken by an effect of this step.
    emit: (event) => {
      publish();
      parts.emit(event);
    },
  };

  /** Sets the one timer to what comes next, if anything does. */
  function arm(): void {
    disarm();
    const { dueAt } = state;
    if (dueAt === undefined) return;
    disarm = parts.setTimeout(
      () =>
        // Not compared with the clock: where that was set back, the time has passed all the same.
        dispatch(
          now() - dueAt > LATE_MS ? { type: "woke-up", cause: "timer-late" } : { type: "refresh-due" },
        ),
      Math.min(dueAt - now(), LONGEST_TIMER_MS),
    );
  }

  /** Said after it is stored, since who hears it reads. */
  function tell(message: TabMessage): void {
    storage = storage.then(() => store.isShared() && tabs?.postMessage(message));
  }

  /** With `over`, changes the record only where that user's session is stored, and shows what is there if not. */
  function write(
    message: TabMessage,
    change: (record: StoredRecord) => StoredRecord,
    over: string | undefined,
  ): void {
    changes += 1;
    unsaved = undefined;
    storage = storage
      .then(() =>
        store.update((record) => (!over || record.session?.user.uid === over ? change(record) : record)),
      )
      .catch((error) => {
        unsaved = error;
      });
    tell(message);
    if (over) readStorage();
  }

  function readStorage(otherwise: SessionEvent = { type: "storage-failed" }): void {
    const seen = changes;
    storage = storage.then(store.read).then(
      (record) => (seen === changes ? dispatch({ type: "storage-read", record }) : readStorage(otherwise)),
      () => dispatch(otherwise),
    );
  }

  const publish = () => tellListeners(identityState(state));
  const tellListeners = onChange((next) => {
    published = next;
    stateListeners.call(next);
  }, published);

  /** Resolves with the first state, now or later, that satisfies the condition. */
  const stateWhere = (isMeant: (state: SessionState) => boolean): Promise<SessionState> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isMeant(state)) return;
        waiting.delete(check);
        resolve(state);
      };
      waiting.add(check);
      check();
    });

  /** Resolves once storage has said whether somebody is signed in, or that it cannot. */
  const known = () => stateWhere(({ status, reason }) => status !== "unknown" || reason !== undefined);

  /**
   * The current ID token, never an expired one. Waits for the refresh that is due or running; while
   * the client waits out a failure, the caller gets that failure at once, with the time of the retry.
   */
  async function token(force = false, uid?: string): Promise<string> {
    const { status, session } = await known();
    if (!session) throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    const owner = uid ?? session.user.uid;
    dispatch({ type: "token-asked", force });
    const isEnough = (session: Session) => !force && isUsable(session, now());
    const settled = await stateWhere(({ session, phase }) => phase !== "refreshing" || isEnough(session));
    if (!settled.session) throw new IdentityError(settled.reason ?? "signed-out");
    if (settled.session.user.uid !== owner) throw new IdentityError("session-changed");
    if (settled.phase !== "waiting" || isEnough(settled.session)) return settled.session.idToken;
    const { cause, retryAt } = settled.retry;
    throw new IdentityError(cause, { retryAt });
  }

  const stopTabs = onTabMessage(tabs, parts, (message) => {
    if (!store.isShared()) return;
    const isSignedOut = message === "signed-out" && state.session;
    // A tab that has lost storage is told by word alone; so is one that cannot read just now.
    if (isSignedOut && store.failed) dispatch({ type: "sign-out" });
    else readStorage(isSignedOut ? { type: "storage-read", record: {} } : undefined);
  });
  const stopPage = parts.page((signal) => {
    // Some browsers let every request fail while a page goes: that is no outage, and must not look like one.
    if (signal === "page-hidden") exchange.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  readStorage();

  return {
    dispatch,
    token,
    getState: () => published,
    getSession: () => state.session,
    subscribe: stateListeners.add,
    known,
    /** Resolves when everything said so far is stored; rejects where a session cannot be taken out of storage. */
    stored: async () => {
      await storage;
      if (unsaved) throw unsaved;
    },
    /** Lets the session be moved between two touches of storage, and shows what is there. */
    moved: async (move: () => Promise<void>): Promise<void> => {
      const done = storage.then(move);
      storage = done.then(
        () => tabs?.postMessage("changed"),
        () => undefined,
      );
      readStorage();
      await done;
    },
    dispose: () => {
      isDisposed = true;
      disarm();
      exchange.abort();
      stopPage();
      stopTabs();
    },
  };
}
