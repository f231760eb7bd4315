import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import {
  type CurrentUid,
  currentUid,
  type SessionState,
  sessionStore,
  uidOfSession,
} from "./session-store.ts";

type UserStateOptions = {
  /** Keeps the state after an involuntary end, until its user signs in again. A sign-out or another user drops it. */
  survivesEndedSession?: boolean;
};

/** State of one user, reset when the user changes. A write for an earlier user has no effect. */
export function userState<State>(initial: State, { survivesEndedSession = false }: UserStateOptions = {}) {
  const store = createStore<{ value: State }>(() => ({ value: initial }));
  let uid = currentUid();
  sessionStore.subscribe((session) => {
    const next = uidOfSession(session);
    if (next === uid) return;
    if (survivesEndedSession) {
      if (session.status === "unknown" || (session.status === "signed-out" && session.reason)) return;
      // Text that a visitor typed belongs to the user they sign in as.
      if (uid === undefined) {
        uid = next;
        return;
      }
    }
    uid = next;
    store.setState({ value: initial });
  });
  return {
    get: (): State => store.getState().value,
    set: (writer: CurrentUid, value: State): void => {
      if (writer === currentUid()) store.setState({ value });
    },
    useValue: (): State => useStore(store, ({ value }) => value),
  };
}

/** A resource that is open while one user is signed in, such as a connection. It closes when the user changes. */
export function userResource<Resource>(open: (uid: string) => Resource, close: (resource: Resource) => void) {
  let held: { uid: string; resource: Resource } | undefined;
  const followUser = (): void => {
    const uid = currentUid();
    if (uid === held?.uid) return;
    if (held) close(held.resource);
    held = uid === undefined ? undefined : { uid, resource: open(uid) };
  };
  return {
    start(): void {
      sessionStore.subscribe(followUser);
      followUser();
    },
    of: (uid: CurrentUid): Resource | undefined => (held?.uid === uid ? held?.resource : undefined),
  };
}

/** The session. Prerendered and first rendered as `unknown`, so that hydration matches the HTML. */
export const useSession = (): SessionState => useStore(sessionStore);
