import { IdentityError } from "../errors.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Platform } from "../options.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { type Channel, onTabMessage } from "./channel.ts";
import { exchangeOnce } from "./exchange.ts";
import { type IdentityState, toIdentityState } from "./identity-state.ts";
import { type Effect, type SessionEvent, type SessionState, transition } from "./lifecycle.ts";
import { createListeners } from "./listeners.ts";
import type { Lock } from "./lock.ts";
import { isUsable, type Session } from "./session.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A timer later than this was held up by sleep, not by a busy page. */
const LATE_MS = 60_000;
/** Longer timers overflow setTimeout and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** How often storage is read where tabs cannot talk to each other. */
const POLL_MS = 1000;

type RunnerParts = {
  store: Store;
  lock: Lock;
  channel: Channel | undefined;
  platform: Pick<Platform, "now" | "setTimeout" | "page">;
  exchangeToken: Parameters<typeof exchangeOnce>[0]["exchangeToken"];
  emit: (event: LifecycleEvent) => void;
  lookUp: () => void;
};

export type Runner = ReturnType<typeof createRunner>;

/** Carries out the effects of the lifecycle: one timer, one exchange, storage, other tabs, listeners. */
export function createRunner({ store, lock, channel, platform, exchangeToken, emit, lookUp }: RunnerParts) {
  let state: SessionState = { status: "unknown" };
  let published: IdentityState = { status: "unknown" };
  let disarm = () => {};
  let exchange: { seen: string; abort: AbortController } | undefined;
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
    const before = tokenOf(state);
    const step = transition(state, event, platform.now());
    state = step.state;
    if (tokenOf(state) !== before) changes += 1;
    // An exchange whose session is gone must not go on holding the lock.
    if (exchange && exchange.seen !== tokenOf(state)) exchange.abort.abort();
    // Listeners come last: one that signs out must not be overtaken by an effect of this step.
    for (const effect of step.effects) if (effect.type !== "emit") perform(effect);
    publish();
    for (const effect of step.effects) if (effect.type === "emit") emit(effect.event);
    for (const check of waiting) check();
  }

  function perform(effect: Exclude<Effect, { type: "emit" }>): void {
    switch (effect.type) {
      case "arm":
        arm(effect.at);
        return;
      case "disarm":
        disarm();
        return;
      case "exchange":
        startExchange(effect.session, effect.after);
        return;
      case "read-storage":
        readStorage();
        return;
      case "store-session":
        write(effect.over, () => ({ version: 1, session: effect.session }));
        return;
      case "store-user":
        write(effect.user.uid, (record) => ({
          ...record,
          session: record.session && { ...record.session, user: effect.user },
        }));
        return;
      case "clear-storage":
        write(effect.over, () => ({ version: 1, session: null, signedOut: effect.reason }));
        return;
      case "tell-tabs":
        // Said after it is stored, since who hears it reads.
        storage = storage.then(() => store.isShared && channel?.postMessage(effect.message));
        return;
      case "look-up":
        lookUp();
        return;
    }
  }

  function arm(at: number): void {
    disarm();
    const delay = Math.min(Math.max(at - platform.now(), 0), LONGEST_TIMER_MS);
    disarm = platform.setTimeout(() => {
      if (platform.now() - at > LATE_MS) dispatch({ type: "woke-up", cause: "timer-late" });
      // Not compared with the clock: where that was set back, the time has passed all the same.
      else dispatch({ type: "refresh-due" });
    }, delay);
  }

  function startExchange(session: Session, after: Parameters<typeof exchangeOnce>[2]): void {
    const abort = new AbortController();
    const own = { seen: session.idToken, abort };
    exchange = own;
    const parts = { store, lock, now: platform.now, exchangeToken };
    const begun = changes;
    void exchangeOnce(parts, session, after, abort.signal).then((outcome) => {
      // Where the lock was taken away, the request may still be out; it must not write any more.
      abort.abort();
      if (exchange === own) exchange = undefined;
      // What it saw of storage may be from before somebody signed out here.
      if (outcome.type === "storage-read" && begun !== changes) readStorage();
      else dispatch(outcome);
    });
  }

  /** With `over`, changes the record only where that user's session is stored, and shows what is there if not. */
  function write(over: string | undefined, change: Parameters<Store["update"]>[0]): void {
    changes += 1;
    unsaved = undefined;
    const isMeant = (record: StoredRecord) => !over || record.session?.user.uid === over;
    storage = storage
      .then(() => store.update((record) => (isMeant(record) ? change(record) : record)))
      .catch((error) => {
        unsaved = error;
      });
    if (over) readStorage();
  }

  function readStorage(otherwise: SessionEvent = { type: "storage-failed" }): void {
    const seen = changes;
    storage = storage
      .then(() => store.read())
      .then(
        (record) => (seen === changes ? dispatch({ type: "storage-read", record }) : readStorage(otherwise)),
        () => dispatch(otherwise),
      );
  }

  function publish(): void {
    const next = toIdentityState(state);
    // A second look at storage changes nothing most of the time; nobody is told of nothing.
    if (JSON.stringify(next) === JSON.stringify(published)) return;
    published = next;
    stateListeners.call(next);
  }

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

  const isKnown = (now: SessionState) => now.status !== "unknown" || now.reason !== undefined;

  /**
   * The current ID token, never an expired one. Waits for the refresh that is due or running; while
   * the client waits out a failure, the caller gets that failure at once, with the time of the retry.
   */
  async function token(force = false, uid?: string): Promise<string> {
    const known = await stateWhere(isKnown);
    if (known.status === "unknown") throw new IdentityError("storage-unavailable");
    if (known.status === "signed-out") throw new IdentityError("signed-out");
    const owner = uid ?? known.session.user.uid;
    dispatch({ type: "token-asked", force });
    const isEnough = (session: Session) => !force && isUsable(session, platform.now());
    const now = await stateWhere(
      (now) => now.status !== "signed-in" || now.token.name !== "refreshing" || isEnough(now.session),
    );
    if (now.status !== "signed-in") {
      throw new IdentityError((now.status === "signed-out" && now.reason) || "signed-out");
    }
    const { session, token } = now;
    if (session.user.uid !== owner) throw new IdentityError("session-changed");
    if (token.name !== "waiting" || isEnough(session)) return session.idToken;
    throw new IdentityError(token.retry.cause, { retryAt: token.retry.retryAt });
  }

  if (channel) {
    onTabMessage(channel, (message) => {
      if (!store.isShared) return;
      const isSignedOut = message === "signed-out" && state.status === "signed-in";
      // A tab that has lost storage is told by word alone; so is one that cannot read just now.
      if (isSignedOut && store.hasFailed) dispatch({ type: "sign-out-asked" });
      else
        readStorage(
          isSignedOut ? { type: "storage-read", record: { version: 1, session: null } } : undefined,
        );
    });
  }
  const stopPage = platform.page((signal) => {
    // Some browsers let every request fail while a page goes: that is no outage, and must not look like one.
    if (signal === "page-hidden") exchange?.abort.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  let stopPolling = () => {};
  const poll = () => {
    stopPolling = platform.setTimeout(() => {
      if (store.isShared) readStorage();
      poll();
    }, POLL_MS);
  };
  if (!channel) poll();
  readStorage();

  return {
    dispatch,
    token,
    getState: () => published,
    getSession: () => (state.status === "signed-in" ? state.session : undefined),
    subscribe: stateListeners.add,
    /** Resolves once storage has said whether somebody is signed in, or that it cannot. */
    known: () => stateWhere(isKnown),
    /** Resolves when everything said so far is stored; rejects where a session cannot be taken out of storage. */
    stored: async () => {
      await storage;
      if (unsaved) throw unsaved;
    },
    /** Changes the persistence between two touches of storage, and shows what is there. */
    moveTo: async (persistence: Persistence): Promise<void> => {
      const done = storage.then(() => store.moveTo(persistence));
      storage = done.then(
        () => channel?.postMessage("changed"),
        () => undefined,
      );
      readStorage();
      await done;
    },
    dispose: () => {
      isDisposed = true;
      disarm();
      exchange?.abort.abort();
      stopPage();
      stopPolling();
      channel?.close();
    },
  };
}

const tokenOf = (state: SessionState): string | undefined =>
  state.status === "signed-in" ? state.session.idToken : undefined;
