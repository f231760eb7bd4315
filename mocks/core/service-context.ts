import type { RequestHandler } from "msw";
import type { Failures } from "../failures/failures.ts";
import type { GuardedAttempt } from "../http/origins.ts";
import type { RateLimiter } from "../identity-toolkit/proofs/rate-limiter.ts";
import type { BlockingFunctionsOption } from "../identity-toolkit/sign-in/event.ts";
import type { IdentityState } from "../identity-toolkit/state/state.ts";
import type { KeyRing } from "../identity-toolkit/tokens/keys.ts";
import type { Sheets } from "../product-api/sheets.ts";
import type { Scenarios } from "../scenarios/loaded-scenario.ts";
import type { Clock } from "./clock.ts";
import type { EventLog, RequestLog } from "./logs.ts";
import type { Outbox } from "./outbox.ts";
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
  /**
   * Whether a call to the documents may pass: either App Check is not enforced for documents, or its token is valid.
   */
  passesAppCheck(token: string | undefined): Promise<boolean>;
  /** Call this when data changed outside `guard`, so that the data is saved. */
  changed(): void;
};

/** A service that shares clock, failure scripts, snapshots and reset with the other services. */
export type Extension = {
  /** The name of its part of a snapshot. */
  name: string;
  handlers: RequestHandler[];
  /** The names of its requests in failure scripts; default: none. */
  endpoints?: readonly string[];
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

export type WorldRegistry = { list(): { name: string }[]; drop(name: string): boolean };

/** The shared parts of every operation: the options, the clock and the data of one set of local services. */
export type ServiceContext = {
  projectId: string;
  /** The address of these services; undefined means the request's own origin. */
  origin: string | undefined;
  /** The origin of the consent pages, which represents the providers. */
  consentOrigin: string | undefined;
  /** The page of mailed links; undefined means `/emulator/action`. */
  actionUrl: string | undefined;
  /** Origins besides loopback whose pages may use the control endpoints. */
  controlOrigins: readonly string[];
  /** The name of this world; undefined for the default one. */
  world: string | undefined;
  /** Undefined if there is only one world. */
  worlds: WorldRegistry | undefined;
  /** The program's own blocking functions. They replace those of the configuration. */
  blockingFunctions: BlockingFunctionsOption;
  clock: Clock;
  random: Random;
  identity: IdentityState;
  keys: KeyRing;
  limits: RateLimiter;
  outbox: Outbox;
  failures: Failures;
  log: RequestLog;
  events: EventLog;
  sheets: Sheets;
  scenarios: Scenarios;
  joined: Extension[];
  /** Notifies listeners, including persistence, of a possible change. */
  changed(): void;
  subscribe(listener: () => void): () => void;
};
