import { type IdTokens, type Place, type Platform, withDeadline } from "./environment.ts";
import { UserDocumentError } from "./errors.ts";

const TOKEN_DEADLINE_MS = 30_000;

/**
 * The only place that requests ID tokens, so that the stream and all calls share one forced refresh. It outlives the
 * caller that began it, because the new token may itself abort that caller. The callback decides how often it refreshes.
 */
export const createIdTokens = (env: Platform & Place): IdTokens => {
  const never = new AbortController().signal;
  let rejected: string | undefined;
  let forcing: Promise<string> | undefined;

  const requestToken = (forceRefresh: boolean, outer: AbortSignal) =>
    withDeadline(env, TOKEN_DEADLINE_MS, outer, () => env.getIdToken({ forceRefresh })).catch(
      (cause: unknown) => {
        throw outer.aborted ? cause : new UserDocumentError("token-unavailable", cause);
      },
    );
  const forceRefresh = () => {
    forcing ??= requestToken(true, never).finally(() => {
      forcing = undefined;
    });
    return forcing;
  };

  return {
    get: async (outer) => {
      const idToken = await requestToken(false, outer);
      if (idToken !== rejected) return idToken;
      // If the callback returns the same token, the server may accept it by then.
      return withDeadline(env, TOKEN_DEADLINE_MS, outer, forceRefresh);
    },
    reject: (idToken) => {
      rejected = idToken;
    },
  };
};
