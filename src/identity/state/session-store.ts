import type { IdentityState } from "@tallybin/identity";
import { createStore } from "zustand/vanilla";

/** The pages' view of the session. Holds no tokens. */
export type SessionState = IdentityState;

/** `unknown` until storage has been read; updated by `src/identity/client/client.ts`. */
export const sessionStore = createStore<SessionState>(() => ({ status: "unknown" }));

/** Whether to show the sign-in link; also if storage cannot be read, because memory then keeps the session. */
export const needsSignIn = (session: SessionState): boolean =>
  session.status === "signed-out" || (session.status === "unknown" && session.reason !== undefined);

/** Whether storage has been read, or cannot be. */
export const isKnown = (session: SessionState): boolean =>
  session.status !== "unknown" || session.reason !== undefined;

/** Whether the user is signed in while the sign-in service is unreachable. */
export const isReconnecting = (session: SessionState): boolean =>
  session.status === "signed-in" && session.connection === "reconnecting";

/** The owner of a user's state; `undefined` for a signed-out visitor. */
export type CurrentUid = string | undefined;

export const uidOfSession = (session: SessionState): CurrentUid =>
  session.status === "signed-in" ? session.user.uid : undefined;

export const currentUid = (): CurrentUid => uidOfSession(sessionStore.getState());

export const waitForKnownSession = (): Promise<SessionState> =>
  new Promise((resolve) => {
    const resolveIfKnown = (session: SessionState): void => {
      if (!isKnown(session)) return;
      stop();
      resolve(session);
    };
    const stop = sessionStore.subscribe(resolveIfKnown);
    resolveIfKnown(sessionStore.getState());
  });
