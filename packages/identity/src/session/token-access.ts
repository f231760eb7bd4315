import { IdentityError } from "../errors/identity-error.ts";
import type { Session } from "./session.ts";
import type { SessionEvent, SessionState, SignedIn } from "./state.ts";
import { isTokenUsable, tokenLifetimeOf } from "./tokens.ts";

/** Called after every step, and without a state once the client is disposed. */
export type Watcher = (state: SessionState | undefined) => void;

type AccessParts = {
  now: () => number;
  dispatch: (event: SessionEvent) => void;
  getState: () => SessionState | undefined;
  /** Returns the function that ends the watch. */
  watch: (watcher: Watcher) => () => void;
};

/** The calls that wait for a state of the lifecycle, and for a usable token in particular. */
export function createTokenAccess({ now, dispatch, getState, watch }: AccessParts) {
  /** Resolves with the first state, current or later, that satisfies the condition. */
  const waitForState = (isWanted: (state: SessionState) => boolean): Promise<SessionState> =>
    new Promise((resolve, reject) => {
      const checkState: Watcher = (state) => {
        if (!state) reject(new IdentityError("client-disposed"));
        else if (isWanted(state)) resolve(state);
        else return;
        stop();
      };
      const stop = watch(checkState);
      checkState(getState());
    });

  /** Resolves after the first storage read, whether it found a session, found none, or failed. */
  const waitForFirstRead = () =>
    waitForState(({ status, reason }) => status !== "unknown" || reason !== undefined);

  return {
    known: waitForFirstRead,
    /**
     * The session, never with an expired token. Waits for a refresh that is due or running. While the client waits
     * after a failure, it rejects immediately with that failure and the time of the retry. A refused token is not
     * returned again while its refresh runs.
     */
    usableSession: async (force = false, uid?: string, refused?: string): Promise<Session> => {
      const { status, session } = await waitForFirstRead();
      if (!session) throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
      const owner = uid ?? session.user.uid;
      dispatch({ type: "token-asked", force });
      const isUsable = (state: SignedIn) => isTokenUsable(tokenLifetimeOf(state), now());
      const isTokenGoodEnough = (state: SignedIn) =>
        !force && state.session.idToken !== refused && isUsable(state);
      // The tokens of a sign-in may have expired before a frozen page received them. Their refresh is due then.
      const settled = await waitForState((state) =>
        state.phase === "fresh" ? isUsable(state) : state.phase !== "refreshing" || isTokenGoodEnough(state),
      );
      if (!settled.session) throw new IdentityError(settled.reason ?? "signed-out");
      if (settled.session.user.uid !== owner) throw new IdentityError("session-changed");
      const { retry } = settled;
      if (!retry || isTokenGoodEnough(settled)) return settled.session;
      throw new IdentityError(retry.cause, { retryAt: retry.retryAt });
    },
    /**
     * Exchanges immediately, regardless of the back-off and of the budget of forced refreshes. A running exchange may
     * have begun before the server revoked the session, so waits for its end first.
     */
    exchangeNow: async (): Promise<void> => {
      const waitForRefreshEnd = () => waitForState(({ phase }) => phase !== "refreshing");
      await waitForFirstRead();
      await waitForRefreshEnd();
      dispatch({ type: "refresh-due" });
      await waitForRefreshEnd();
    },
  };
}
