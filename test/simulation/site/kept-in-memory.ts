import type { SessionStore } from "../../../packages/identity-server/src/index.ts";
import { KEY_LIST } from "../google.ts";
import type { ServerLibrary } from "../library.ts";
import type { Backend, BackendParts, Process } from "./backend.ts";
import { ORIGIN } from "./backend.ts";

const DAY_S = 86_400;
const LIMITS = { idleSeconds: 30 * DAY_S, lifetimeSeconds: 180 * DAY_S };

/** The session handlers alone, over the kit's memory store. */
export function keptInMemory(
  { scheduler, ports, watch, scan, projectId, post }: BackendParts,
  server: ServerLibrary,
): Backend {
  const kept = server.memoryStore({ ...LIMITS, now: scheduler.now });
  /** By the hash of a cookie's secret, the session that it was set for. */
  const bySecret = new Map<string, string>();
  const watched: SessionStore = {
    ...kept,
    async claim(presented, claim, held, seconds) {
      const row = await kept.claim(presented, claim, held, seconds);
      if (row) watch.claimed(presented.id, claim, scheduler.now() + seconds * 1000);
      return row;
    },
    async insert(session) {
      watch.replaces(session.id, bySecret.get(session.replacedHash ?? ""));
      bySecret.set(session.secretHash, session.id);
      await kept.insert(session);
    },
    async renew(presented, next) {
      const isRenewed = await kept.renew(presented, next);
      if (isRenewed) watch.unclaimed(presented.id);
      if (isRenewed) bySecret.set(next.secretHash, bySecret.get(presented.secretHash) ?? presented.id);
      return isRenewed;
    },
    async finish(id, claim, result) {
      if (watch.holds(id, claim)) {
        watch.unclaimed(id);
        watch.used(id);
      }
      return kept.finish(id, claim, result);
    },
    async release(presented) {
      const token = await kept.release(presented);
      if (token !== undefined) watch.used(presented.id);
      return token;
    },
    async unclaim(id, claim) {
      if (watch.holds(id, claim)) watch.unclaimed(id);
      return kept.unclaim(id, claim);
    },
    async endClaimed(id, claim) {
      if (watch.holds(id, claim)) watch.unclaimed(id);
      return kept.endClaimed(id, claim);
    },
  };
  /** The store as a process reaches it. */
  const storeFor = (process: Process): SessionStore =>
    Object.fromEntries(
      Object.entries(watched).map(([name, method]: [string, unknown]) => [
        name,
        typeof method !== "function"
          ? method
          : (...args: unknown[]) => {
              scan("the store", JSON.stringify(args));
              return ports.call(process, "store", () => Reflect.apply(method, undefined, args));
            },
      ]),
    ) as SessionStore;

  return {
    start(process, log) {
      const { mode, secrets } = process;
      const handlers = server.sessionHandlers({
        ...{ store: storeFor(process), secrets, mode, projectId, origin: ORIGIN, localServices: ORIGIN },
        ...{ apiKey: "local-example-key", now: scheduler.now },
        fetchKeys: () => ports.call(process, "google", async () => Response.json(KEY_LIST)),
        post: post(process),
        audit: (event, facts) => log(`${event} ${Object.keys(facts ?? {}).join(" ")}`),
        onFault: (error) => log(`fault ${String(error)}`),
      });
      return {
        handle: async (request) => (await handlers.handle(request)) ?? new Response("", { status: 404 }),
        render: (cookie) => handlers.getIdToken(new Request(ORIGIN, { headers: { cookie } })),
      };
    },
  };
}
