import { hashSecret, sessionSecretsIn } from "../../../packages/identity-server/src/http/session-cookie.ts";
import type { SessionStore } from "../../../packages/identity-server/src/index.ts";
import { comparePlaces } from "../../../packages/identity-server/src/sessions/browser-sessions.ts";
import { KEY_LIST } from "../google.ts";
import type { ServerLibrary } from "../library.ts";
import { ORIGIN, type Process, type SiteParts } from "./backend.ts";
import type { Ports } from "./ports.ts";
import type { SessionWatch } from "./session-watch.ts";

const DAY_S = 86_400;
const LIMITS = { idleSeconds: 30 * DAY_S, lifetimeSeconds: 180 * DAY_S };

/** What changes a session, besides the claims of its exchanges. */
const CHANGES = new Set(["insert", "renew", "settle", "accept", "release", "end"]);

type Parts = SiteParts & {
  ports: Ports;
  watch: SessionWatch;
  fetchTokens: (process: Process) => (request: Request) => Promise<Response>;
};
/** The session handlers as one process runs them. */
export type Handlers = ReturnType<ReturnType<typeof keptInMemory>["start"]>;

/** The session handlers alone, over the kit's memory store, which all processes share. */
export function keptInMemory(
  { scheduler, ports, watch, scan, fail, come, projectId, fetchTokens }: Parts,
  server: ServerLibrary,
) {
  const kept = server.memoryStore({ ...LIMITS, now: scheduler.now });
  /** The user of each session. */
  const owners = new Map<string, string>();
  /** The sessions that have ended during an exchange. */
  const endedMeanwhile = new Set<string>();
  /** The sessions that the cookies of a request open, the greatest last. */
  const openedBy = async (request: Request) =>
    (await kept.find(sessionSecretsIn(request, ORIGIN).map(hashSecret))).sort(comparePlaces);
  /** A session that is used ends those before it, whose cookies its browser sends. */
  const checkReplaced = async (request: Request, id: string): Promise<void> => {
    const found = await openedBy(request);
    const own = found.find((each) => each.id === id);
    if (own && found.some((other) => other !== own && comparePlaces(other, own) <= 0))
      fail("a session that is used ends the one before it", "the browser's previous session is still there");
  };
  const checkAnswer = async (request: Request, response: Response): Promise<void> => {
    const id = request.headers.get("x-session") ?? "";
    if (response.ok && request.method === "POST" && request.url.endsWith("/api/session")) {
      const { session } = (await response.clone().json()) as { session: string };
      const before = (await openedBy(request)).findLast((each) => each.id !== session);
      if (session !== id) watch.replaces(session, before?.id);
    }
    if (!response.ok || !request.url.endsWith("/token")) return;
    if (endedMeanwhile.has(id))
      fail("a session that ends during its exchange gets no tokens", "the server answers with tokens");
    await checkReplaced(request, id);
  };
  const holds = async (id: string): Promise<boolean> =>
    (await kept.list(owners.get(id) ?? "")).some((row) => row.id === id);
  const watched: SessionStore = {
    ...kept,
    async claim(own, claim, held, seconds) {
      const token = await kept.claim(own, claim, held, seconds);
      if (token !== undefined) watch.claimed(own.id, claim, scheduler.now() + seconds * 1000);
      return token;
    },
    async insert(session) {
      watch.stored(session.id);
      owners.set(session.id, session.uid);
      await kept.insert(session);
    },
    async renew(own, next) {
      const isRenewed = await kept.renew(own, next);
      if (isRenewed) watch.unclaimed(own.id);
      return isRenewed;
    },
    async settle(id, claim, outcome) {
      if (watch.holds(id, claim)) watch.unclaimed(id);
      if (typeof outcome === "object") watch.used(id);
      const isSettled = await kept.settle(id, claim, outcome);
      if (typeof outcome === "object" && !isSettled && !(await holds(id))) endedMeanwhile.add(id);
      return isSettled;
    },
    async accept(id, replaced) {
      watch.used(id);
      for (const other of replaced) watch.mayEnd(other);
      await kept.accept(id, replaced);
    },
    async release(id) {
      const token = await kept.release(id);
      if (token !== undefined) {
        watch.used(id);
        watch.released(id);
      }
      return token;
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
              return ports.call(process, "store", () => {
                if (CHANGES.has(name)) come("kept");
                if (name === "prove") come("proves");
                return Reflect.apply(method, undefined, args);
              });
            },
      ]),
    ) as SessionStore;

  return {
    /** Whether the server holds a session that has not ended. */
    holds,
    start(process: Process, log: (text: string) => void) {
      const { mode, secrets } = process;
      const handlers = server.sessionHandlers({
        store: storeFor(process),
        secrets,
        mode,
        projectId,
        origin: ORIGIN,
        localServices: ORIGIN,
        apiKey: "local-example-key",
        now: scheduler.now,
        fetchKeys: () => ports.call(process, "google", async () => Response.json(KEY_LIST)),
        fetchTokens: fetchTokens(process),
        audit: (event, facts) => log(`${event} ${Object.keys(facts ?? {}).join(" ")}`),
        onFault: (error) => log(`fault ${String(error)}`),
      });
      return {
        handle: async (request: Request): Promise<Response> => {
          const response = (await handlers.handle(request)) ?? new Response("", { status: 404 });
          await checkAnswer(request, response);
          return response;
        },
        /** Renders a page for the browser of a cookie. Resolves with its user's token. */
        render: (cookie: string) => handlers.getIdToken(new Request(ORIGIN, { headers: { cookie } })),
      };
    },
  };
}
