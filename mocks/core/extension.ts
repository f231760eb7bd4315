import type { RequestHandler } from "msw";
import type { Failures } from "../failures/failures.ts";
import type { GuardedAttempt } from "../http/trusted-origin.ts";
import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** What an extension gets when it joins a set of local services. */
export type ExtensionContext = {
  projectId: string;
  clock: Clock;
  random: Random;
  failures: Failures;
  /**
   * Adds to a response what every service here has: preflight, failure scripts, CORS headers, the log, and an error
   * envelope for anything that `run` throws.
   */
  guard(
    request: Request,
    attempt: GuardedAttempt,
    run: () => Response | Promise<Response>,
  ): Promise<Response>;
  /**
   * Verifies an ID token's signature, project and expiry; undefined if one is wrong. Does not look up the account,
   * because Google's other services do not: a deleted account's token works until it expires. `expiresAt` is in
   * milliseconds of the local clock; the unsigned tokens of Firebase's test tools have none.
   */
  verifyIdToken(
    idToken: string,
  ): Promise<{ uid: string; claims: Record<string, unknown>; expiresAt: number | undefined } | undefined>;
  /** Call this when data changed outside `guard`, so that it is saved. */
  changed(): void;
};

/** A service that shares clock, failure scripts, snapshots and reset with the other services. */
export type Extension = {
  /** The name of its part of a snapshot. */
  name: string;
  handlers: RequestHandler[];
  snapshot(): unknown;
  /** Throws if `restore` would throw, so that an invalid snapshot is refused before anything changes. */
  check?(part: unknown): void;
  /** Receives the result of `snapshot`, possibly of an older version, so it must parse it. */
  restore(part: unknown): void;
  reset(): void;
  /** Whether a client has an open stream; absent without streams. */
  isBusy?(): boolean;
};

export type CreateExtension = (context: ExtensionContext) => Extension;
