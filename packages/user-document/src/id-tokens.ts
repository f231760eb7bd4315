import { type IdTokens, type Place, type Platform, within } from "./environment.ts";
import { UserDocumentError } from "./errors.ts";
import { judge, rejectToken, spend, UNSPENT, withClock } from "./refresh-budget.ts";

const TOKEN_DEADLINE_MS = 30_000;

/**
 * The only place that requests ID tokens, so that the stream and all calls share one budget of forced refreshes. A
 * forced refresh outlives the caller that began it, because the new token may itself abort that caller.
 */
export const createIdTokens = (env: Platform & Place): IdTokens => {
  const never = new AbortController().signal;
  let budget = UNSPENT;
  let forcing: Promise<string> | undefined;

  const ask = (forceRefresh: boolean, outer: AbortSignal) =>
    within(env, TOKEN_DEADLINE_MS, outer, () => env.getIdToken({ forceRefresh })).catch((cause: unknown) => {
      throw outer.aborted ? cause : new UserDocumentError("token-unavailable", cause);
    });
  const force = () => {
    budget = spend(budget, env.now(), env.random());
    forcing = ask(true, never).finally(() => {
      forcing = undefined;
    });
    return forcing;
  };

  return {
    get: async (outer) => {
      const idToken = await ask(false, outer);
      budget = withClock(budget, env.now());
      const verdict = judge(budget, idToken, env.now());
      if (verdict === "use") return idToken;
      if (verdict === "pause" && !forcing) throw new UserDocumentError("unauthenticated");
      const renewal = forcing ?? force();
      return within(env, TOKEN_DEADLINE_MS, outer, () => renewal);
    },
    reject: (idToken) => {
      budget = rejectToken(budget, idToken);
    },
  };
};
