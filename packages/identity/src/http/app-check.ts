/**
 * Proves by Firebase App Check that the application itself sends the client's requests. Pass the result as the client's
 * option `fetch`. If `getToken` rejects, the request fails with `network-request-failed`, and nothing is sent. Never
 * throws.
 * @param fetch sends the request with its token; default: the browser's own
 * @see https://firebase.google.com/docs/app-check/custom-resource-backend
 */
export const appCheckFetch =
  (
    getToken: () => Promise<string>,
    fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
  ): typeof globalThis.fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("X-Firebase-AppCheck", await getToken());
    return fetch(input, { ...init, headers });
  };
