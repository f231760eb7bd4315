import type { Google } from "../google.ts";
import type { Moment } from "../moments.ts";
import type { Random } from "../random.ts";
import type { Place, Scheduler } from "../scheduler.ts";
import type { Ports } from "./ports.ts";
import type { SessionWatch } from "./session-watch.ts";

export const ORIGIN = "http://localhost";

export type Mode = "server" | "release";

/** One process of the server. What it remembers is lost when it is killed. */
export type Process = Place & {
  number: number;
  mode: Mode;
  secrets: readonly [string, ...string[]];
  /** The ends of its open connections. */
  connections: Set<() => void>;
};

export type Handlers = {
  handle(request: Request): Promise<Response>;
  /** Renders a page for the browser of a cookie. Resolves with its user's token. */
  render?(cookie: string): Promise<string | undefined>;
};
/** The code that a process runs, and what all of them share. */
export type Backend = {
  start(process: Process, log: (text: string) => void): Handlers;
  /** Whether the server holds a session that has not ended. */
  holds(id: string): Promise<boolean>;
};

export type Watch = {
  /** Something happens that steps may wait for. */
  come: (moment: Moment) => void;
  fail: (rule: string, text: string) => void;
  note: (text: string) => void;
  /** Google's answer, whose tokens are secrets. */
  learn: (answer: string) => void;
  /** A text that may hold no secret. */
  scan: (where: string, text: string) => void;
};
export type SiteParts = Watch & { scheduler: Scheduler; luck: Random; google: Google; projectId: string };
export type BackendParts = SiteParts & {
  ports: Ports;
  watch: SessionWatch;
  fetchTokens: (process: Process) => (request: Request) => Promise<Response>;
};
