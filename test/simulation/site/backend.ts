import type { Google } from "../google.ts";
import type { Moment } from "../moments.ts";
import type { Random } from "../random.ts";
import type { Place, Scheduler } from "../scheduler.ts";

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
