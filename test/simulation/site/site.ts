import { isDefinite } from "../codes.ts";
import { type Answer, type Google, uidIn } from "../google.ts";
import type { ServerLibrary } from "../library.ts";
import { inPlace } from "../scheduler.ts";
import type { Mode, Process, SiteParts } from "./backend.ts";
import { type Handlers, keptInMemory } from "./kept-in-memory.ts";
import { createPorts, type PortMode, type PortName } from "./ports.ts";
import { createSessionWatch } from "./session-watch.ts";

/** The deadline of the token service, which counts by the simulated time here. */
const TOKEN_TIMEOUT_MS = 8_000;

export type Site = ReturnType<typeof createSite>;

const MOST_REPEATED = 8;

/** The site's server: two processes behind one address, with what they share and one line to Google. */
export function createSite(parts: SiteParts, server: ServerLibrary) {
  const { scheduler, luck, google, fail, note, learn, scan } = parts;
  const processes: (Process | undefined)[] = [];
  const handlers = new Map<Process, Handlers>();
  let target: Mode = "server";
  let secrets: [string, ...string[]] = ["secret-1-of-at-least-32-characters"];
  let made = 1;
  let troubleAt = 0;
  const ports = createPorts(parts);
  const troubled = (): void => {
    troubleAt = scheduler.now();
  };
  const isOk = () => ports.areOk() && [0, 1].every((number) => processes[number]?.mode === target);

  const lastTrouble = (): number => (isOk() ? Math.max(troubleAt, ports.lateAt()) : scheduler.now());
  const watch = createSessionWatch({ scheduler, fail });

  const askGoogle = async (path: string, init: Parameters<Google["ask"]>[1]): Promise<Answer> => {
    const answer = await google.ask(path, init);
    learn(answer.text);
    const code = /"message":\s*"([A-Z_]+)/.exec(answer.text)?.[1];
    const token = new URLSearchParams(init.body).get("refresh_token");
    if (token !== null && answer.status === 400 && isDefinite(code)) watch.refused(uidIn(token));
    return answer;
  };
  const fetchTokens =
    (process: Process) =>
    async (request: Request): Promise<Response> => {
      const { url, method, headers } = request;
      const { pathname, search } = new URL(url);
      const init = { method, headers, body: await request.text() };
      return new Promise((resolve, reject) => {
        const cancel = scheduler.after(TOKEN_TIMEOUT_MS, () => reject(new Error("timeout")), process);
        ports
          .call(process, "google", () => askGoogle(pathname + search, init))
          .finally(cancel)
          .then(({ text, status }) => resolve(new Response(text, { status })), reject);
      });
    };

  const kill = (number: number): void => {
    const process = processes[number];
    if (!process) return;
    note(`process ${number} is gone`);
    processes[number] = undefined;
    process.isGone = true;
    handlers.delete(process);
    for (const end of process.connections) end();
  };
  const start = (number: number): void => {
    const process: Process = {
      number,
      secrets,
      mode: target,
      isFrozen: false,
      isGone: false,
      kept: [],
      connections: new Set<() => void>(),
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
  const backend = keptInMemory({ ...parts, ports, watch, fetchTokens }, server);

  const releases: Request[] = [];
  /**
   * Answers a request. Rejects if no process listens, or if its process is killed.
   * @param named the session that the request names
   */
  const handle = (request: Request, named = ""): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const running = processes.filter((each) => each !== undefined);
      const process = running[luck.between(0, Math.max(running.length - 1, 0))];
      if (!process) return reject(new TypeError("connection refused"));
      if (request.method === "DELETE") watch.mayEnd(named);
      if (request.url.endsWith("/release")) releases.push(request.clone());
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
    });

  start(0);
  start(1);

  return {
    /** The mode in the site's configuration, as one of the processes knows it. */
    mode: (): Mode => luck.pick([0, 1].map((number) => processes[number]?.mode ?? target) as [Mode, Mode]),
    target: () => target,
    /** When a fault was last active. */
    lastTrouble,
    handle,
    /** A proxy repeats the last requests for refresh tokens. */
    repeatReleases: (): void => {
      for (const request of releases.splice(0).slice(-MOST_REPEATED))
        void handle(request).catch(() => undefined);
    },
    /** The server renders a page for a browser, and asks for the token of its user. */
    render: (cookie: string): void => {
      for (const [process, own] of handlers)
        void inPlace(process, async () => own.render(cookie)).then(
          (token) =>
            note(`process ${process.number} renders for ${token === undefined ? "nobody" : "a user"}`),
          (error: unknown) => scan("an error", String(error)),
        );
    },
    holds: backend.holds,
    replacedBy: watch.replacedBy,
    mayRefuse: watch.mayRefuse,
    mayLackKey: watch.mayLackKey,
    lacksKey: watch.lacksKey,
    /** A person ends the other sessions of an account. */
    endOthers: watch.mayEndOthers,
    /** When a person last did that. What such a session had replaced stays, because it may be another account's. */
    othersEndedAt: watch.othersEndedAt,
    kill: startLater,
    /** One process after the other takes the configuration. */
    roll: (change: { mode?: Mode; newSecret?: boolean }, ms: number): void => {
      troubled();
      target = change.mode ?? target;
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
        const isPresent = process?.mode === target && process.secrets === secrets;
        if (!isPresent) restart(number);
      }
      troubled();
    },
  };
}
