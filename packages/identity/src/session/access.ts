import { IdentityError } from "../errors/identity-error.ts";
import type { Session } from "./record.ts";
import type { SessionEvent, SessionView } from "./state.ts";
import { isTokenUsable } from "./tokens.ts";

/** Called after every step, and without a view when the client is disposed. */
export type Watcher = (view: SessionView | undefined) => void;

type AccessParts = {
  now: () => number;
  dispatch: (event: SessionEvent) => void;
  getView: () => SessionView | undefined;
  /** Returns the function that ends the watch. */
  watch: (watcher: Watcher) => () => void;
};

/** The calls that wait for a state of the session, and for a usable token in particular. */
export function createTokenAccess({ now, dispatch, getView, watch }: AccessParts) {
  /** Resolves with the first view, current or later, that satisfies the condition. */
  const waitFor = (isExpected: (view: SessionView) => boolean): Promise<SessionView> =>
    new Promise((resolve, reject) => {
      const check: Watcher = (view) => {
        if (!view) reject(new IdentityError("client-disposed"));
        else if (isExpected(view)) resolve(view);
        else return;
        stop();
      };
      const stop = watch(check);
      check(getView());
    });

  /** Resolves after the first storage read, whether it found a session, found none, or failed. */
  const waitForFirstRead = () =>
    waitFor(({ status, reason }) => status !== "unknown" || reason !== undefined);

  return {
    waitFor,
    firstRead: waitForFirstRead,
    /**
     * The session with a usable token. Waits for a refresh that is due or running. During a back-off it returns a usable
     * token, or rejects at once, with the last failure and the time of the retry.
     * @param force exchanges the token although it is usable, and rejects during a back-off
     * @param uid the user that the caller acts for
     * @param refused a token that an API has refused, which is not returned while its refresh runs
     */
    usableSession: async (force = false, uid?: string, refused?: string): Promise<Session> => {
      const { status, session } = await waitForFirstRead();
      if (!session) throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
      const owner = uid ?? session.user.uid;
      dispatch({ type: "token-requested", why: force ? "forced-call" : "call" });
      const isUsable = (view: SessionView) => !!view.session && isTokenUsable(view.session, now());
      const isGoodEnough = (view: SessionView) =>
        !force && view.session?.idToken !== refused && isUsable(view);
      // A page that was frozen during a sign-in gets tokens that have expired, and refreshes them next.
      const settled = await waitFor((view) =>
        view.phase === "fresh" ? isUsable(view) : view.phase !== "refreshing" || isGoodEnough(view),
      );
      if (!settled.session) throw new IdentityError(settled.reason ?? "signed-out");
      if (settled.session.user.uid !== owner) throw new IdentityError("session-changed");
      const { retry } = settled;
      if (!retry || isGoodEnough(settled)) return settled.session;
      throw new IdentityError(retry.cause, { retryAt: retry.retryAt });
    },
  };
}
