import { createUpstream, openBrowser, SECRET } from "../../../server/test/support/sessions.ts";
import { TOKEN_PROJECT, type TokenService } from "../../../server/test/support/tokens.ts";
import { createUserAgent, type Reach } from "../../../server/test/support/user-agent.ts";
import { memoryStore, sessionHandlers } from "../../src/index.ts";

export const ORIGIN = "https://www.example.com";
const LIMITS = { idleSeconds: 30 * 86_400, lifetimeSeconds: 180 * 86_400 };

type Options = Parameters<typeof sessionHandlers>[0];

/** Handlers with a store in memory, a virtual clock, and browsers with and without device bound sessions. */
export function boundSite(tokens: TokenService, changes: Partial<Options> = {}) {
  const clock = { nowMs: Date.now() };
  const upstream = createUpstream({ tokens });
  const store = changes.store ?? memoryStore({ ...LIMITS, now: () => clock.nowMs });
  const events: string[] = [];
  const handlersWith = (more: Partial<Options> = {}) =>
    sessionHandlers({
      store,
      secrets: [SECRET],
      origin: ORIGIN,
      projectId: TOKEN_PROJECT,
      apiKey: "fake-key",
      fetchTokens: upstream.fetchTokens,
      fetchKeys: tokens.fetchKeys,
      audit: (event, facts) => events.push(`${event} ${JSON.stringify(facts)}`),
      ...changes,
      ...more,
    });
  let handlers = handlersWith();
  /** Replaces the response to the next request at a path. */
  const instead = new Map<string, Response>();
  const calls: { path: string; headers: Headers }[] = [];
  const reach: Reach = async (path, init) => {
    const request = new Request(ORIGIN + path, init);
    calls.push({ path, headers: request.headers });
    const replaced = instead.get(path);
    instead.delete(path);
    return replaced ?? (await handlers.handle(request)) ?? new Response("not ours", { status: 404 });
  };
  const now = () => clock.nowMs;
  type Made = {
    state: { cookie: string; session: string };
    disk?: ReturnType<typeof createUserAgent>["copyDisk"];
  };
  const withOrigin =
    (to: Reach): Reach =>
    (path, init) => {
      const headers = new Headers(init.headers);
      headers.set("origin", ORIGIN);
      return to(path, { ...init, headers: Object.fromEntries(headers) });
    };
  return {
    clock,
    upstream,
    store,
    events,
    instead,
    calls,
    reach,
    /** Another configuration of the same site, such as after a restart. */
    restart(more: Partial<Options>) {
      handlers = handlersWith(more);
    },
    handlers: () => handlers,
    pass(seconds: number) {
      clock.nowMs += seconds * 1_000;
    },
    /** A browser with device bound sessions. */
    open(alg: "ES256" | "RS256" = "ES256") {
      const agent = createUserAgent({ reach, now, alg });
      return {
        ...openBrowser(
          upstream,
          withOrigin((path, init) => agent.fetch(path, init)),
        ),
        agent,
      };
    },
    /** A browser without them. */
    openPlain: () => openBrowser(upstream, withOrigin(reach)),
    /** The files of a browser on the thief's machine. @param withKeys false: the keys lie in hardware */
    steal(from: Made & { agent: ReturnType<typeof createUserAgent> }, withKeys = false) {
      const agent = createUserAgent({ reach, now, disk: from.agent.copyDisk(withKeys) });
      const thief = openBrowser(
        upstream,
        withOrigin((path, init) => agent.fetch(path, init)),
      );
      Object.assign(thief.state, from.state);
      return { ...thief, agent };
    },
  };
}
