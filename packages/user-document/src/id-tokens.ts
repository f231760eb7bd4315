import {
  type Authorization,
  type Authorize,
  type Place,
  type Platform,
  withDeadline,
} from "./environment.ts";
import { UserDocumentError } from "./errors.ts";

const TOKEN_DEADLINE_MS = 30_000;

/**
 * The only place that requests ID tokens, so that the stream and all calls share one forced refresh. It outlives the
 * caller that began it, because the new token may itself abort that caller. The callback decides how often it refreshes.
 */
export const createAuthorize = (
  env: Platform,
  source: Pick<Place, "getIdToken" | "getAppCheckToken">,
): Authorize => {
  const never = new AbortController().signal;
  let latest: { idToken: string; authorization: Authorization } | undefined;
  let rejected: string | undefined;
  let forcing: Promise<string> | undefined;

  const requestToken = (forceRefresh: boolean, outer: AbortSignal) =>
    withDeadline(env, TOKEN_DEADLINE_MS, outer, () => source.getIdToken({ forceRefresh })).catch(
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
  const createAuthorization = (idToken: string): Authorization => ({
    fetch: async (url, init) => {
      const headers: [name: string, value: string][] = [["Authorization", `Bearer ${idToken}`]];
      if (source.getAppCheckToken) headers.push(["X-Firebase-AppCheck", await source.getAppCheckToken()]);
      if (!(init.body instanceof URLSearchParams)) return env.fetch(url, { ...init, headers });
      const lines = headers.map((header) => `${header.join(":")}\r\n`);
      return env.fetch(url, {
        ...init,
        body: new URLSearchParams([["headers", lines.join("")], ...init.body]),
      });
    },
    reject: () => {
      rejected = idToken;
    },
  });

  return async (outer) => {
    let idToken = await requestToken(false, outer);
    // If the callback returns the rejected token again, the server may accept it by then.
    if (idToken === rejected) idToken = await withDeadline(env, TOKEN_DEADLINE_MS, outer, forceRefresh);
    if (latest?.idToken !== idToken) latest = { idToken, authorization: createAuthorization(idToken) };
    return latest.authorization;
  };
};
