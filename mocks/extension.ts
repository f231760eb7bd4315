import type { RequestHandler } from "msw";
import type { Clock } from "./clock.ts";
import type { Failures } from "./failures/failures.ts";
import type { GuardedAttempt } from "./http/trusted-origin.ts";
import type { Random } from "./random.ts";

/** What another stand-in gets to work with when it joins a set of local services. */
export type ExtensionContext = {
  projectId: string;
  clock: Clock;
  random: Random;
  failures: Failures;
  /**
   * Surrounds an answer with what every service here has: preflight, failure scripts, CORS headers, the log,
   * and an error envelope for whatever `run` throws.
   */
  guard(
    request: Request,
    attempt: GuardedAttempt,
    run: () => Response | Promise<Response>,
  ): Promise<Response>;
  /**
   * Verifies an ID token's signature, project and expiry; undefined when one of them is wrong. The account is not
   * looked up, because Google's other services do not either: a deleted account's token works until it expires.
   */
  verifyIdToken(idToken: string): Promise<{ uid: string; claims: Record<string, unknown> } | undefined>;
  /** To be called when data changed outside `guard`, so that it is saved. */
  changed(): void;
};

/** A stand-in that shares clock, failure scripts, snapshots and reset with the rest. */
export type Extension = {
  /** Its part of a snapshot is stored under this name. */
  name: string;
  handlers: RequestHandler[];
  snapshot(): unknown;
  /** Gets what `snapshot` gave, perhaps of an older version: parse it. */
  restore(part: unknown): void;
  reset(): void;
  /** Whether a client has a stream open here; absent where there are none. */
  isBusy?(): boolean;
};

export type CreateExtension = (context: ExtensionContext) => Extension;
