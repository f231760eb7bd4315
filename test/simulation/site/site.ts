import type { Random } from "../../soak/random.ts";
import { isDefinite } from "../codes.ts";
import { type Answer, type Google, uidIn } from "../google.ts";
import { inPlace, type Place, type Scheduler } from "../scheduler.ts";
import { createPorts, type PortMode, type PortName, type Ports } from "./ports.ts";
import { createSessionWatch, type SessionWatch } from "./session-watch.ts";

export const ORIGIN = "http://localhost";

export type Mode = "server" | "release";
/** The code of a process: the present one, or that of the release before. */
export type Release = "present" | "earlier";

/** One process of the server. What it remembers is lost when it is killed. */
export type Process = Place & {
  number: number;
  mode: Mode;
  release: Release;
  secrets: readonly [string, ...string[]];
  /** The ends of its open connections. */
  connections: Set<() => void>;
};

type Handlers = {
  handle(request: Request): Promise<Response>;
  /** Renders a page for the browser of a cookie. Resolves with its user's token. */
  render?(cookie: string): Promise<string | undefined>;
};
/** The code that a process runs, and what all of them share. */
export type Backend = {
  start(process: Process, log: (text: string) => void): Handlers;
  /** A process is killed. */
  stop?(process: Process): void;
};

type Form = Record<string, string>;
type Post = (
  url: string,
  form: Form,
  options: { headers: Form; timeoutMs: number },
) => Promise<{ status: number; text: string }>;

export type Watch = {
  fail: (rule: string, text: string) => void;
  note: (text: string) => void;
  /** Google's answer, whose tokens are secrets. */
  learn: (answer: string) => void;
  /** A text that may hold no secret. */
  scan: (where: string, text: string) => void;
};
type Parts = Watch & { scheduler: Scheduler; luck: Random; google: Google; projectId: string };
export type BackendParts = Parts & {
  ports: Ports;
  watch: SessionWatch;
  /** A process asks Google. */
  ask: (process: Process, request: Request) => Promise<Answer>;
  post: (process: Process) => Post;
  /** A process cannot go on, and its platform starts it again. */
  giveUp: (process: Process) => void;
};

export type Site = ReturnType<typeof createSite>;

const RESTART_MS = 5000;

/** The site's server: two processes behind one address, with what they share and one line to Google. */
export function createSite(
  parts: Parts,
  createBackend: (parts: BackendParts) => Backend,
  first: Release = "present",
) {
  const { scheduler, luck, google, fail, note, learn, scan } = parts;
  const processes: (Process | undefined)[] = [];
  const handlers = new Map<Process, Handlers>();
  let target: Mode = "server";
  let release = first;
  let secrets: [string, ...string[]] = ["secret-1-of-at-least-32-characters"];
  let made = 1;
  let troubleAt = 0;
  const ports = createPorts(parts);
  const watch = createSessionWatch({ now: scheduler.now, fail });
  const troubled = (): void => {
    troubleAt = scheduler.now();
  };
  const isOk = () => ports.areOk() && [0, 1].every((number) => processes[number]?.mode === target);

  const askGoogle = async (path: string, init: Parameters<Google["ask"]>[1]): Promise<Answer> => {
    const answer = await google.ask(path, init);
    learn(answer.text);
    const code = /"message":\s*"([A-Z_]+)/.exec(answer.text)?.[1];
    const token = new URLSearchParams(init.body).get("refresh_token");
    if (token !== null && answer.status === 400 && isDefinite(code)) watch.refused(uidIn(token));
    return answer;
  };
  const ask: BackendParts["ask"] = async (process, request) => {
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    return ports.call(process, "google", () =>
      askGoogle(pathname + search, { method: request.method, headers: request.headers, body }),
    );
  };
  const post: BackendParts["post"] =
    (process) =>
    (url, form, { headers, timeoutMs }) =>
      new Promise((resolve, reject) => {
        const { pathname, search } = new URL(url);
        const cancel = scheduler.after(timeoutMs, () => reject(new Error("timeout")), process);
        const init = {
          ...{ method: "POST", body: new URLSearchParams(form).toString() },
          headers: new Headers({ ...headers, "content-type": "application/x-www-form-urlencoded" }),
        };
        ports
          .call(process, "google", () => askGoogle(pathname + search, init))
          .finally(cancel)
          .then(resolve, reject);
      });

  const kill = (number: number): void => {
    const process = processes[number];
    if (!process) return;
    note(`process ${number} is gone`);
    processes[number] = undefined;
    process.isGone = true;
    handlers.delete(process);
    for (const end of process.connections) end();
    backend.stop?.(process);
  };
  const start = (number: number): void => {
    const process: Process = {
      ...{ number, secrets, mode: target, release },
      ...{ isFrozen: false, isGone: false, kept: [], connections: new Set<() => void>() },
    };
    processes[number] = process;
    const log = (text: string) => {
      scan("the server's log", text);
      note(`process ${number} ${text}`);
    };
    handlers.set(
      process,
      inPlace(process, () => backend.start(process, log)),
    );
  };
  const restart = (number: number): void => {
    kill(number);
    start(number);
  };
  const startLater = (number: number, ms: number): void => {
    troubled();
    kill(number);
    scheduler.after(ms, () => {
      troubled();
      if (!processes[number]) start(number);
    });
  };
  const giveUp = (process: Process): void => {
    if (!process.isGone) startLater(process.number, RESTART_MS);
  };
  const backend = createBackend({ ...parts, ports, watch, ask, post, giveUp });

  start(0);
  start(1);

  return {
    /** The mode in the site's configuration, as one of the processes knows it. */
    mode: (): Mode => luck.pick([0, 1].map((number) => processes[number]?.mode ?? target) as [Mode, Mode]),
    target: () => target,
    release: () => release,
    /** When a fault was last active. */
    lastTrouble: () => (isOk() ? troubleAt : scheduler.now()),
    /**
     * Answers a request. Rejects if no process listens, or if its process is killed.
     * @param named the session that the request names
     */
    handle: (request: Request, named = ""): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const running = processes.filter((each) => each !== undefined);
        const process = running[luck.between(0, Math.max(running.length - 1, 0))];
        if (!process) return reject(new TypeError("connection refused"));
        if (request.method === "DELETE") watch.mayEnd(named);
        const end = () => reject(new TypeError("connection reset"));
        process.connections.add(end);
        void inPlace(process, async () => {
          const response = await handlers.get(process)?.handle(request);
          const text = (await response?.text()) ?? "";
          if (process.isGone) return;
          process.connections.delete(end);
          const { status = 404, headers = new Headers() } = response ?? {};
          resolve({ status, text, cookies: headers.getSetCookie(), headers });
        });
      }),
    /** The server renders a page for a browser, and asks for the token of its user. */
    render: (cookie: string): void => {
      for (const [process, own] of handlers)
        void inPlace(process, async () => own.render?.(cookie)).then(
          (token) =>
            note(`process ${process.number} renders for ${token === undefined ? "nobody" : "a user"}`),
          (error: unknown) => scan("an error", String(error)),
        );
    },
    mayRefuse: watch.mayRefuse,
    /** A person ends the other sessions of an account. */
    endOthers: watch.mayEndOthers,
    kill: startLater,
    /** One process after the other takes the configuration. */
    roll: (change: { mode?: Mode; newSecret?: boolean; release?: Release }, ms: number): void => {
      troubled();
      target = change.mode ?? target;
      release = change.release ?? release;
      if (change.newSecret) {
        made += 1;
        secrets = [`secret-${made}-of-at-least-32-characters`, ...secrets];
      }
      restart(0);
      scheduler.after(ms, () => {
        troubled();
        restart(1);
      });
    },
    setPort: (name: PortName, mode: PortMode): void => {
      troubled();
      ports.setMode(name, mode);
    },
    /** Ends every fault. */
    calm: (): void => {
      ports.calm();
      for (const number of [0, 1]) {
        const process = processes[number];
        const isPresent =
          process?.mode === target && process.secrets === secrets && process.release === release;
        if (!isPresent) restart(number);
      }
      troubled();
    },
  };
}
