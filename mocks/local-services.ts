import { getResponse, type RequestHandler } from "msw";
import { type ShownCode, totpCodes } from "./control/second-factors.ts";
import { resetServices, restoreSnapshot, type Snapshot, takeSnapshot } from "./control/snapshot.ts";
import { type Clock, createClock } from "./core/clock.ts";
import type { CreateExtension } from "./core/extension.ts";
import { createEventLog, type EventLog } from "./core/lifecycle-events.ts";
import { createOutbox, type Outbox } from "./core/outbox.ts";
import { createRandom } from "./core/random.ts";
import { createRequestLog, type RequestLog } from "./core/request-log.ts";
import type { ServiceContext, WorldRegistry } from "./core/service-context.ts";
import { extensionContext } from "./extension-context.ts";
import { createFailures, type Failures } from "./failures/failures.ts";
import { firestore } from "./firestore/extension.ts";
import { serviceHandlers } from "./handlers.ts";
import { exportAccounts, type ImportReport, importAccounts } from "./identity-toolkit/admin/auth-export.ts";
import { createRateLimiter } from "./identity-toolkit/proofs/rate-limiter.ts";
import type { Settings } from "./identity-toolkit/state/settings.ts";
import { IdentityState } from "./identity-toolkit/state/state.ts";
import { createKeyRing, type KeyRing } from "./identity-toolkit/tokens/keys.ts";
import { createSheets, type Sheets } from "./product-api/sheets.ts";
import { createScenarios } from "./scenarios/load.ts";
import type { Scenarios } from "./scenarios/loaded-scenario.ts";
import { type IssuedSession, issueSession } from "./scenarios/session.ts";
import { hintOf } from "./serving/account-hint.ts";
import { underFailureScripts } from "./serving/guard.ts";

export type LocalServicesOptions = {
  projectId?: string;
  /** The machine's clock under the virtual one. */
  now?: () => number;
  /** Makes IDs, codes and random failures repeatable. */
  seed?: number;
  /** The address of these services, for links; default: the origin of each request. */
  origin?: string;
  /** The origin of the consent pages; default: `origin`. */
  consentOrigin?: string;
  /** Where mailed links lead; default: `/emulator/action` of `origin`. */
  actionUrl?: string;
  /** Origins besides loopback whose pages may control the services and act as administrators; default: none. */
  controlOrigins?: readonly string[];
  /** How tokens are issued, until the setting of this name is changed; default: `signed`. */
  tokens?: Settings["tokens"];
  /** Answers at the root too, if no site shares the origin. */
  standalone?: boolean;
};

/** A set of local services: one project with its accounts, time, failures and mail. */
export type LocalServices = {
  readonly projectId: string;
  /** For `setupServer(...handlers)`, `setupWorker(...handlers)` or `getResponse(handlers, request)`. */
  readonly handlers: RequestHandler[];
  /** Answers one request; undefined if no handler matches. A response of type "error" means: drop the connection. */
  handle(request: Request): Promise<Response | undefined>;
  /**
   * Applies failure scripts and the log to another service's responses: the site's own API beside these services.
   * @param endpoint its name in scripts and the log
   * @returns the answer; of type "error" where the connection is to be dropped
   */
  underFailureScripts(
    request: Request,
    endpoint: string,
    answer: () => Response | Promise<Response>,
  ): Promise<Response>;
  clock: Clock;
  failures: Failures;
  outbox: Outbox;
  scenarios: Scenarios;
  identity: IdentityState;
  keys: KeyRing;
  log: RequestLog;
  events: EventLog;
  sheets: Sheets;
  /** A session of an account, as after a sign-in. @throws {ApiError} USER_NOT_FOUND, USER_DISABLED */
  issueSession(uid: string): Promise<IssuedSession>;
  /** The current codes of the account's authenticator apps. */
  totpCodes(email: string): Promise<ShownCode[]>;
  /** Exports all accounts in the file format of Firebase's `auth:export`. */
  exportAccounts(): { users: Record<string, unknown>[] };
  importAccounts(file: unknown): ImportReport;
  snapshot(): Snapshot;
  /** @throws {v.ValiError} if it is not a snapshot of this version */
  restore(snapshot: unknown): void;
  /** Returns to the first state: no accounts, real time, no failures, empty outbox. */
  reset(): void;
  extend(create: CreateExtension): void;
  /** Called after each request that may have changed something. */
  subscribe(listener: () => void): () => void;
  /** Whether a page has an open stream. */
  isBusy(): boolean;
};

/** The name of this world, and access to the other worlds on the same port. */
export type WorldPlace = { name?: string; registry: WorldRegistry };

/** Creates an isolated set of local services. Cheap: a process can hold a thousand. */
export function createLocalServices(options: LocalServicesOptions = {}, place?: WorldPlace): LocalServices {
  const listeners = new Set<() => void>();
  const clock = createClock(options.now);
  const random = createRandom(options.seed);
  const identity = new IdentityState(options.tokens && { tokens: options.tokens });
  const handlers: RequestHandler[] = [];
  const handle = (request: Request) => getResponse(handlers, request);
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const context: ServiceContext = {
    projectId: options.projectId ?? "demo-tallybin",
    origin: options.origin,
    consentOrigin: options.consentOrigin,
    actionUrl: options.actionUrl,
    controlOrigins: options.controlOrigins ?? [],
    world: place?.name,
    worlds: place?.registry,
    clock,
    random,
    identity,
    keys: createKeyRing(),
    limits: createRateLimiter(clock, () => identity.settings),
    outbox: createOutbox(clock),
    failures: createFailures(random),
    log: createRequestLog(),
    events: createEventLog(clock.now),
    sheets: createSheets(),
    get scenarios() {
      return scenarios;
    },
    joined: [],
    changed: () => {
      for (const listener of listeners) listener();
    },
    subscribe,
  };
  const reset = () => resetServices(context);
  const scenarios = createScenarios(context, reset, handle);
  handlers.push(...serviceHandlers(context, options.standalone ?? false));

  const extend = (create: CreateExtension): void => {
    const extension = create(extensionContext(context));
    context.joined.push(extension);
    // Put an extension's handlers first, because its patterns are narrow and ours match whole prefixes.
    handlers.unshift(...extension.handlers);
  };
  extend(firestore);

  const { projectId, failures, outbox, log, events, sheets, keys } = context;
  return {
    ...{ projectId, handlers, handle, clock, failures, outbox, log, events, sheets, keys, identity },
    ...{ scenarios, reset, extend, subscribe },
    underFailureScripts: async (request, endpoint, answer) => {
      const attempt = { endpoint, ...(await hintOf(context, request)) };
      return (await underFailureScripts(context, request, attempt, answer)).response;
    },
    issueSession: (uid) => issueSession(context, uid),
    totpCodes: (email) => totpCodes(context, email),
    exportAccounts: () => exportAccounts(context),
    importAccounts: (file) => importAccounts(context, file),
    snapshot: () => takeSnapshot(context),
    restore: (snapshot) => restoreSnapshot(context, snapshot),
    isBusy: () => listeners.size > 0 || context.joined.some(({ isBusy }) => isBusy?.() === true),
  };
}
