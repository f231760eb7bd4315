import type { Failures } from "../failures/failures.ts";
import type { Firestore } from "../firestore/firestore.ts";
import type { RateLimiter } from "../identity-toolkit/proofs/rate-limiter.ts";
import type { BlockingFunctionsOption } from "../identity-toolkit/sign-in/event.ts";
import type { IdentityState } from "../identity-toolkit/state/state.ts";
import type { KeyRing } from "../identity-toolkit/tokens/keys.ts";
import type { Sheets } from "../product-api/sheets.ts";
import type { Clock } from "./clock.ts";
import type { EventLog, RequestLog } from "./logs.ts";
import type { Outbox } from "./outbox.ts";
import type { Random } from "./random.ts";

export type WorldRegistry = { list(): { name: string }[]; drop(name: string): boolean };

/** The options that operations read. */
export type ServiceOptions = {
  /** The address of these services, for links; default: the origin of each request. */
  origin?: string;
  /** The origin of the consent pages, which represents the providers; default: `origin`. */
  consentOrigin?: string;
  /** Where mailed links lead; default: `/emulator/action` of `origin`. */
  actionUrl?: string;
  /** Origins besides loopback whose pages may control the services and act as administrators; default: none. */
  controlOrigins?: readonly string[];
  /**
   * Functions that are called before an account is created and before a sign-in; they may refuse. They replace those of
   * the configuration.
   */
  blockingFunctions?: BlockingFunctionsOption;
};

/** The shared parts of every operation: the options, the clock and the data of one set of local services. */
export type ServiceContext = ServiceOptions & {
  projectId: string;
  /** The name of this world; undefined for the default one. */
  world: string | undefined;
  /** Undefined if there is only one world. */
  worlds: WorldRegistry | undefined;
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
  documents: Firestore;
  /** Notifies listeners, including persistence, of a possible change. */
  changed(): void;
  subscribe(listener: () => void): () => void;
};
