import type { SessionStore } from "../../../packages/identity-server/src/index.ts";
import { KEY_LIST } from "../google.ts";
import type { ServerLibrary } from "../library.ts";
import type { Backend, BackendParts, Process } from "./backend.ts";
import { ORIGIN } from "./backend.ts";

const DAY_S = 86_400;
const LIMITS = { idleSeconds: 30 * DAY_S, lifetimeSeconds: 180 * DAY_S };

/** What changes a session, besides the claims of its exchanges. */
const CHANGES = new Set(["insert", "renew", "finish", "release", "endOwn", "giveUp"]);
/** What takes a browser's proof of its key. */
const PROOFS = new Set(["bind", "prove"]);

/** The session handlers alone, over the kit's memory store. */
export function keptInMemory(
  { scheduler, ports, watch, scan, fail, come, projectId, post }: BackendParts,
  server: ServerLibrary,
): Backend {
  const kept = server.memoryStore({ ...LIMITS, now: scheduler.now });
  /** By the hash of a cookie's secret, the session that it was set for. */
  const bySecret = new Map<string, string>();
  /** Of each session, the secret that the store gave it last, and its user. */
  const own = new Map<string, { secretHash: string; uid: string }>();
  /** The sessions that have ended during an exchange. */
  const endedMeanwhile = new Set<string>();
  const checkAnswer = (request: Request, { ok }: Response): void => {
    const id = request.headers.get("x-session") ?? "";
    if (ok && request.url.endsWith("/token") && endedMeanwhile.has(id))
      fail("a session that ends during its exchange gets no tokens", "the server answers with tokens");
  };
  /** A cookie whose replacement is used opens nothing more. */
  const forgetPrevious = ({ id, secretHash }: Parameters<SessionStore["claim"]>[0]): void => {
    if (own.get(id)?.secretHash !== secretHash) return;
    for (const [other, owner] of bySecret) if (owner === id && other !== secretHash) bySecret.delete(other);
  };
  const holds = async (id: string): Promise<boolean> => {
    const owner = own.get(id);
    return owner !== undefined && (await kept.list(owner.uid, null)).some((row) => row.id === id);
  };
  /** A session that is used ends the one before it. */
  const checkReplaced = async (id: string): Promise<void> => {
    if (await holds(watch.replacedBy(id) ?? ""))
      fail("a session that is used ends the one before it", "the browser's previous session is still there");
  };
  /** The sessions that a cookie opens. */
  const openedBy = async (secretHash: string): Promise<string[]> => {
    const found = await Promise.all([...own.keys()].map((id) => kept.find({ id, secretHash })));
    return [...own.keys()].filter((_, index) => found[index]);
  };
  const watched: SessionStore = {
    ...kept,
    async claim(presented, claim, held, seconds) {
      const row = await kept.claim(presented, claim, held, seconds);
      if (row) watch.claimed(presented.id, claim, scheduler.now() + seconds * 1000);
      if (row) forgetPrevious(presented);
      return row;
    },
    async insert(session) {
      watch.replaces(session.id, bySecret.get(session.replacedHash ?? ""));
      bySecret.set(session.secretHash, session.id);
      own.set(session.id, session);
      await kept.insert(session);
    },
    async renew(presented, next) {
      const opened = await openedBy(presented.secretHash);
      const isRenewed = await kept.renew(presented, next);
      const reached = isRenewed ? await openedBy(next.secretHash) : opened;
      if (opened.some((id) => !reached.includes(id)))
        fail("a new cookie opens what the one before it did", "the browser cannot reach another session");
      if (isRenewed) watch.unclaimed(presented.id);
      if (isRenewed) {
        const opener = bySecret.get(presented.secretHash) ?? presented.id;
        bySecret.set(next.secretHash, opener);
        own.set(opener, { secretHash: next.secretHash, uid: own.get(opener)?.uid ?? next.uid });
      }
      return isRenewed;
    },
    async finish(id, claim, result) {
      const isHeld = watch.holds(id, claim);
      if (isHeld) {
        watch.unclaimed(id);
        watch.used(id);
      }
      const isAlive = await kept.finish(id, claim, result);
      if (isHeld && isAlive) await checkReplaced(id);
      if (!isAlive && !(await holds(id))) endedMeanwhile.add(id);
      return isAlive;
    },
    async release(presented) {
      const token = await kept.release(presented);
      if (token !== undefined) {
        watch.used(presented.id);
        watch.released(presented.id);
      }
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
              return ports.call(process, "store", () => {
                if (CHANGES.has(name)) come("kept");
                if (PROOFS.has(name)) come("proves");
                return Reflect.apply(method, undefined, args);
              });
            },
      ]),
    ) as SessionStore;

  return {
    holds,
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
        handle: async (request) => {
          const response = (await handlers.handle(request)) ?? new Response("", { status: 404 });
          checkAnswer(request, response);
          return response;
        },
        render: (cookie) => handlers.getIdToken(new Request(ORIGIN, { headers: { cookie } })),
      };
    },
  };
}
