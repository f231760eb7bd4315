import { type IdTokens, type Place, type Platform, withDeadline } from "./environment.ts";
import { UserDocumentError } from "./errors.ts";
import {
  judgeToken,
  rejectToken,
  spendForcedRefresh,
  UNSPENT,
  withPauseRestarted,
} from "./refresh-budget.ts";

const TOKEN_DEADLINE_MS = 30_000;

/**
 * The only place that requests ID tokens, so that the stream and all calls share one budget of forced refreshes. A
 * forced refresh outlives the caller that began it, because the new token may itself abort that caller.
 */
export const createIdTokens = (env: Platform & Place): IdTokens => {
  const never = new AbortController().signal;
  let budget = UNSPENT;
  let forcing: Promise<string> | undefined;

  const requestToken = (forceRefresh: boolean, outer: AbortSignal) =>
    withDeadline(env, TOKEN_DEADLINE_MS, outer, () => env.getIdToken({ forceRefresh })).catch(
      (cause: unknown) => {
        throw outer.aborted ? cause : new UserDocumentError("token-unavailable", cause);
      },
    );
  const forceRefresh = () => {
    budget = spendForcedRefresh(budget, env.now(), env.random());
    forcing = requestToken(true, never).finally(() => {
      forcing = undefined;
    });
    return forcing;
  };

  return {
    get: async (outer) => {
      const idToken = await requestToken(false, outer);
      budget = withPauseRestarted(budget, env.now());
      const verdict = judgeToken(budget, idToken, env.now());
      if (verdict === "use") return idToken;
      if (verdict === "pause" && !forcing) throw new UserDocumentError("unauthenticated");
      const renewal = forcing ?? forceRefresh();
      return withDeadline(env, TOKEN_DEADLINE_MS, outer, () => renewal);
    },
    reject: (idToken) => {
      budget = rejectToken(budget, idToken);
    },
  };
};
