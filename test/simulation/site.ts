import type { SessionStore } from "../../packages/identity-server/src/index.ts";
import type { Random } from "../soak/random.ts";
import { isDefinite } from "./codes.ts";
import { type Answer, type Google, KEY_LIST, uidIn } from "./google.ts";
import type { ServerLibrary } from "./library.ts";
import type { Place, Scheduler } from "./scheduler.ts";

export const ORIGIN = "http://localhost";
const DAY_S = 86_400;
const LIMITS = { idleSeconds: 30 * DAY_S, lifetimeSeconds: 180 * DAY_S };

export type Mode = "server" | "release";
/**
 * Of the store, or of the line to Google.
 * - `away`: refuses before it acts.
 * - `loses-answers`: acts, and its answer is lost.
 * - `slow`: takes up to 12 s, longer than the server waits.
 */
export type PortMode = "ok" | "away" | "loses-answers" | "slow";

/** One process of the server. What it remembers is lost when it is killed. */
type Process = Place & {
  number: number;
  mode: Mode;
  secrets: readonly string[];
  handlers: ReturnType<ServerLibrary["sessionHandlers"]> | undefined;
  /** The ends of its open connections. */
  connections: Set<() => void>;
};

type Parts = {
  scheduler: Scheduler;
  luck: Random;
  google: Google;
  server: ServerLibrary;
  projectId: string;
  fail: (rule: string, text: string) => void;
  note: (text: string) => void;
  /** Google's answer, whose tokens are secrets. */
  learn: (answer: string) => void;
  /** A text that may hold no secret. */
  scan: (where: string, text: string) => void;
};

export type Site = ReturnType<typeof createSite>;

/** The site's server: two processes of the real session handlers behind one address, one store, one line to Google. */
export function createSite({ scheduler, luck, google, server, projectId, ...watch }: Parts) {
  const { fail, note, learn, scan } = watch;
  const processes: (Process | undefined)[] = [];
  let target: Mode = "server";
  let secrets: [string, ...string[]] = ["the first secret, of 32 characters"];
  let made = 1;
  let storeMode: PortMode = "ok";
  let googleMode: PortMode = "ok";
  let troubleAt = 0;
  /** When Google last refused a user's refresh token for good. */
  const refusals = new Map<string, number>();
  /** The sessions that somebody has asked to end. */
  const unwanted = new Set<string>();
  const claims = new Map<string, { claim: string; until: number }>();
  /** By the hash of a cookie's secret, the session that it was set for; by session, the one that it replaced. */
  const bySecret = new Map<string, string>();
  const replaced = new Map<string, string | undefined>();
  const isOk = () =>
    storeMode === "ok" && googleMode === "ok" && [0, 1].every((number) => processes[number]?.mode === target);

  /** Carries out one call of a process elsewhere. The call may act although the process is killed meanwhile. */
  const port = <T>(process: Process, mode: () => PortMode, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (process.isGone) return;
      const own = mode();
      const delay = () => (own === "slow" ? luck.between(0, 12_000) : luck.between(0, 4));
      const lose = () => scheduler.after(delay(), () => reject(new TypeError("connection lost")), process);
      if (own === "away") {
        lose();
        return;
      }
      scheduler.after(delay(), () => {
        void work().then(
          (value) => {
            if (own === "loses-answers") lose();
            else scheduler.after(delay(), () => resolve(value), process);
          },
          (error: unknown) => {
            scheduler.after(delay(), () => reject(error), process);
          },
        );
      });
    });

  /** A page uses a session, so those that its browser had before may end. */
  const used = (id: string): void => {
    for (let other = replaced.get(id); other !== undefined; other = replaced.get(other)) unwanted.add(other);
  };

  const kept = server.memoryStore({ ...LIMITS, now: scheduler.now });
  /** The store as a process reaches it, with the rules of what it holds. */
  const storeFor = (process: () => Process): SessionStore => {
    const watched: SessionStore = {
      ...kept,
      async claim(presented, claim, held, seconds) {
        const row = await kept.claim(presented, claim, held, seconds);
        const running = claims.get(presented.id);
        if (row && running && running.claim !== claim && running.until > scheduler.now())
          fail("one exchange per session at a time", `process ${process().number} claims a claimed session`);
        if (row) claims.set(presented.id, { claim, until: scheduler.now() + seconds * 1000 });
        return row;
      },
      async insert(session) {
        replaced.set(session.id, bySecret.get(session.replacedHash ?? ""));
        bySecret.set(session.secretHash, session.id);
        await kept.insert(session);
      },
      async renew(presented, next) {
        const isRenewed = await kept.renew(presented, next);
        if (isRenewed) claims.delete(presented.id);
        if (isRenewed) bySecret.set(next.secretHash, presented.id);
        return isRenewed;
      },
      async finish(id, claim, result) {
        if (claims.get(id)?.claim === claim) {
          claims.delete(id);
          used(id);
        }
        return kept.finish(id, claim, result);
      },
      async release(presented) {
        const token = await kept.release(presented);
        if (token !== undefined) used(presented.id);
        return token;
      },
      async unclaim(id, claim) {
        if (claims.get(id)?.claim === claim) claims.delete(id);
        return kept.unclaim(id, claim);
      },
      async endClaimed(id, claim) {
        if (claims.get(id)?.claim === claim) claims.delete(id);
        return kept.endClaimed(id, claim);
      },
    };
    const remote = Object.entries(watched).map(([name, method]: [string, unknown]) => [
      name,
      typeof method !== "function"
        ? method
        : (...args: unknown[]) => {
            scan("the store", JSON.stringify(args));
            return port(
              process(),
              () => storeMode,
              () => Reflect.apply(method, undefined, args),
            );
          },
    ]);
    return Object.fromEntries(remote) as SessionStore;
  };

  const start = (number: number, mode: Mode): void => {
    const self: Process = {
      ...{
        number,
        mode,
        secrets,
        isFrozen: false,
        isGone: false,
        kept: [],
        connections: new Set<() => void>(),
      },
      handlers: undefined,
    };
    const log = (text: string) => {
      scan("the server's log", text);
      note(`process ${number} ${text}`);
    };
    self.handlers = server.sessionHandlers({
      ...{ store: storeFor(() => self), secrets, mode, projectId, origin: ORIGIN, localServices: ORIGIN },
      ...{ apiKey: "local-example-key", now: scheduler.now },
      fetchKeys: () =>
        port(
          self,
          () => googleMode,
          async () => Response.json(KEY_LIST),
        ),
      post: (url, form, { headers, timeoutMs }) =>
        new Promise((resolve, reject) => {
          const { pathname, search } = new URL(url);
          const cancel = scheduler.after(timeoutMs, () => reject(new Error("timeout")), self);
          port(
            self,
            () => googleMode,
            async () => {
              const answer = await google.ask(pathname + search, {
                ...{ method: "POST", body: new URLSearchParams(form).toString() },
                headers: new Headers({ ...headers, "content-type": "application/x-www-form-urlencoded" }),
              });
              learn(answer.text);
              const code = /"message":\s*"([A-Z_]+)/.exec(answer.text)?.[1];
              if (answer.status === 400 && isDefinite(code))
                refusals.set(uidIn(form["refresh_token"] ?? ""), scheduler.now());
              return answer;
            },
          )
            .finally(cancel)
            .then(resolve, reject);
        }),
      audit: (event, facts) => log(`${event} ${Object.keys(facts ?? {}).join(" ")}`),
      onFault: (error) => log(`fault ${String(error)}`),
    });
    processes[number] = self;
  };

  const kill = (number: number): void => {
    const process = processes[number];
    if (!process) return;
    note(`process ${number} is gone`);
    processes[number] = undefined;
    process.isGone = true;
    for (const end of process.connections) end();
  };

  const restart = (number: number): void => {
    kill(number);
    start(number, target);
  };

  start(0, target);
  start(1, target);

  return {
    /** The mode in the site's configuration, as one of the processes knows it. */
    mode: (): Mode => luck.pick([0, 1].map((number) => processes[number]?.mode ?? target) as [Mode, Mode]),
    target: () => target,
    /** When a fault was last active. */
    lastTrouble: () => (isOk() ? troubleAt : scheduler.now()),
    /** Answers a request to a session's address. Rejects if no process listens, or if its process is killed. */
    handle: (request: Request, named: string): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const running = processes.filter((each) => each !== undefined);
        const process = running[luck.between(0, Math.max(running.length - 1, 0))];
        if (!process) return reject(new TypeError("connection refused"));
        if (request.method === "DELETE") unwanted.add(named);
        const end = () => reject(new TypeError("connection reset"));
        process.connections.add(end);
        void process.handlers?.handle(request).then(async (response) => {
          const text = (await response?.text()) ?? "";
          if (process.isGone) return;
          process.connections.delete(end);
          const cookies = response?.headers.getSetCookie() ?? [];
          resolve({ status: response?.status ?? 404, text, cookies });
        });
      }),
    /** The server renders a page for a browser, and asks for the token of its user. */
    render: (cookie: string): void => {
      for (const process of processes)
        void process?.handlers?.getIdToken(new Request(ORIGIN, { headers: { cookie } })).then(
          (token) =>
            note(`process ${process.number} renders for ${token === undefined ? "nobody" : "a user"}`),
          (error: unknown) => scan("an error", String(error)),
        );
    },
    /** Whether the server may say for good that a session of a user has ended. */
    mayRefuse: (handle: string, uid: string, since: number): boolean =>
      unwanted.has(handle) || unwanted.has(`others of ${uid}`) || (refusals.get(uid) ?? 0) >= since,
    /** A person ends the other sessions of an account. */
    endOthers: (uid: string): void => void unwanted.add(`others of ${uid}`),
    kill: (number: number, ms: number): void => {
      troubleAt = scheduler.now();
      kill(number);
      scheduler.after(ms, () => {
        troubleAt = scheduler.now();
        if (!processes[number]) start(number, target);
      });
    },
    /** One process after the other takes the configuration. */
    roll: (change: { mode?: Mode; newSecret?: boolean }, ms: number): void => {
      troubleAt = scheduler.now();
      target = change.mode ?? target;
      if (change.newSecret) {
        made += 1;
        secrets = [`secret number ${made}, of 32 characters`, ...secrets];
      }
      restart(0);
      scheduler.after(ms, () => {
        troubleAt = scheduler.now();
        restart(1);
      });
    },
    setStore: (mode: PortMode): void => {
      troubleAt = scheduler.now();
      storeMode = mode;
    },
    setGoogle: (mode: PortMode): void => {
      troubleAt = scheduler.now();
      googleMode = mode;
    },
    /** Ends every fault. */
    calm: (): void => {
      storeMode = "ok";
      googleMode = "ok";
      for (const number of [0, 1]) {
        const process = processes[number];
        if (process?.mode !== target || process.secrets !== secrets) restart(number);
      }
      troubleAt = scheduler.now();
    },
  };
}
