import { createUpstream, openBrowser, SECRET } from "../../../server/test/support/sessions.ts";
import { TOKEN_PROJECT, type TokenService } from "../../../server/test/support/tokens.ts";
import type { Reach } from "../../../server/test/support/user-agent.ts";
import { memoryStore, sessionHandlers } from "../../src/index.ts";

export const ORIGIN = "https://www.example.com";
export const DAY = 86_400;
export const LIMITS = { idleSeconds: 30 * DAY, lifetimeSeconds: 180 * DAY };

export type Options = Parameters<typeof sessionHandlers>[0];

/** Handlers with a store in memory, and the browsers of their site. */
export function openSite(tokens: TokenService, now: () => number, changes: Partial<Options> = {}) {
  const upstream = createUpstream({ tokens });
  const store = memoryStore({ ...LIMITS, now });
  const handlersWith = (more: Partial<Options> = {}) =>
    sessionHandlers({
      store,
      secrets: [SECRET],
      origin: ORIGIN,
      projectId: TOKEN_PROJECT,
      apiKey: "fake-key",
      fetchTokens: upstream.fetchTokens,
      fetchKeys: tokens.fetchKeys,
      ...changes,
      ...more,
    });
  let handlers = handlersWith();
  const handle = async (request: Request): Promise<Response> =>
    (await handlers.handle(request)) ?? new Response("not ours", { status: 404 });
  return {
    upstream,
    store,
    handle,
    handlers: () => handlers,
    /** Another configuration of the same site, such as after a restart. */
    restart(more: Partial<Options>) {
      handlers = handlersWith(more);
    },
    /** A browser whose pages are of this origin. @param reach how it reaches the handlers */
    open: (reach: Reach = (path, init) => handle(new Request(ORIGIN + path, init))) =>
      openBrowser(upstream, (path, init) => {
        const headers = new Headers(init.headers);
        headers.set("origin", ORIGIN);
        return reach(path, { ...init, headers: Object.fromEntries(headers) });
      }),
  };
}
