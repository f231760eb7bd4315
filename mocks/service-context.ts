import type { Clock } from "./clock.ts";
import type { Extension } from "./extension.ts";
import type { Failures } from "./failures/failures.ts";
import type { KeyRing } from "./identity-toolkit/keys.ts";
import type { RateLimiter } from "./identity-toolkit/rate-limiter.ts";
import type { IdentityState } from "./identity-toolkit/state.ts";
import type { EventLog } from "./lifecycle-events.ts";
import type { Outbox } from "./outbox.ts";
import type { Sheets } from "./product-api/sheets.ts";
import type { Random } from "./random.ts";
import type { RequestLog } from "./request-log.ts";
import type { Scenarios } from "./scenarios/loaded-scenario.ts";

/** The other worlds, as the control endpoints show and drop them. */
export type WorldRegistry = { list(): { name: string }[]; drop(name: string): boolean };

/** What every operation works on: the options, the clock and the data of one set of local services. */
export type ServiceContext = {
  projectId: string;
  /** Where the services are reachable; undefined means "where the request came in". */
  origin: string | undefined;
  /** The origin that the providers' consent pages pretend to be. */
  consentOrigin: string | undefined;
  /** Where mailed links lead; undefined means `/emulator/action`. */
  actionUrl: string | undefined;
  /** Origins besides loopback whose pages may use the control endpoints. */
  controlOrigins: readonly string[];
  /** The name of this world; undefined for the default one. */
  world: string | undefined;
  /** Undefined where there is only one world. */
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
  scenarios: Scenarios;
  /** Stand-ins that have joined. */
  joined: Extension[];
  /** Tells listeners, persistence among them, that something may have changed. */
  changed(): void;
  subscribe(listener: () => void): () => void;
};
