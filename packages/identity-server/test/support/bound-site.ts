import type { TokenService } from "../../../server/test/support/tokens.ts";
import { createUserAgent, type Reach } from "../../../server/test/support/user-agent.ts";
import { ORIGIN, openSite } from "./site.ts";

/** A site with a virtual clock, and browsers with and without device bound sessions. */
export function boundSite(tokens: TokenService) {
  let nowMs = Date.now();
  const now = () => nowMs;
  const events: string[] = [];
  const site = openSite(tokens, now, {
    audit: (event, facts) => events.push(`${event} ${JSON.stringify(facts)}`),
  });
  /** Replaces the response to the next request at a path. */
  const instead = new Map<string, Response>();
  const calls: { path: string; headers: Headers }[] = [];
  const reach: Reach = async (path, init) => {
    const request = new Request(ORIGIN + path, init);
    calls.push({ path, headers: request.headers });
    const replaced = instead.get(path);
    instead.delete(path);
    return replaced ?? site.handle(request);
  };
  const openWith = (options: { alg?: "ES256" | "RS256"; disk?: ReturnType<Agent["copyDisk"]> }) => {
    const agent = createUserAgent({ reach, now, ...options });
    return { ...site.open((path, init) => agent.fetch(path, init)), agent };
  };
  return {
    ...site,
    events,
    instead,
    calls,
    reach,
    pass(seconds: number) {
      nowMs += seconds * 1_000;
    },
    /** A browser with device bound sessions. */
    open: (alg: "ES256" | "RS256" = "ES256") => openWith({ alg }),
    /** A browser without them. */
    openPlain: () => site.open(reach),
    /** The files of a browser on the thief's machine. Its keys lie in hardware. */
    steal(from: { state: { cookie: string; session: string }; agent: Agent }) {
      const thief = openWith({ disk: from.agent.copyDisk(false) });
      Object.assign(thief.state, from.state);
      return thief;
    },
  };
}
type Agent = ReturnType<typeof createUserAgent>;
