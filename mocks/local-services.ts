import { getResponse, type HttpHandler } from "msw";
import { currentTotpCodes } from "./control/accounts.ts";
import { control } from "./control/routes.ts";
import { createClock } from "./core/clock.ts";
import { createEventLog, createRequestLog } from "./core/logs.ts";
import { createOutbox } from "./core/outbox.ts";
import { createRandom } from "./core/random.ts";
import type { ServiceContext, ServiceOptions, WorldRegistry } from "./core/service-context.ts";
import { emulatorEndpoints, rootStatus } from "./emulator-endpoints/routes.ts";
import { createFailures } from "./failures/failures.ts";
import type { DocumentsOption } from "./firestore/access/rules.ts";
import { createFirestore, DOCUMENT_ENDPOINTS } from "./firestore/firestore.ts";
import { exportAccounts, importAccounts } from "./identity-toolkit/admin/account-files.ts";
import { createRateLimiter } from "./identity-toolkit/proofs/rate-limiter.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import type { Settings } from "./identity-toolkit/state/settings.ts";
import { createIdentityState } from "./identity-toolkit/state/state.ts";
import { issueAppCheckToken } from "./identity-toolkit/tokens/app-check.ts";
import { createKeyRing } from "./identity-toolkit/tokens/keys.ts";
import { verifyCaller } from "./identity-toolkit/tokens/tokens.ts";
import { spreadsheets } from "./product-api/routes.ts";
import { createSheets } from "./product-api/sheets.ts";
import { consent } from "./provider-page/routes.ts";
import { createScenarios } from "./scenarios/scenarios.ts";
import { issueSession } from "./scenarios/session.ts";
import { resetServices, restoreSnapshot, takeSnapshot } from "./scenarios/snapshot.ts";
import { sdkPages } from "./sdk-pages/routes.ts";
import { KEY_PATHS, publicKeys, secureToken } from "./secure-token/routes.ts";
import {
  createServiceHandler,
  type Places,
  requestAccountHintOf,
  underFailureScripts,
} from "./serving/serve.ts";

/**
 * Selects a service by host and path, and the path inside it; the first match wins. Google's host names are matched as
 * the host or as the first segment of the path, as in its emulators.
 */
const services: Places = [
  [KEY_PATHS, publicKeys],
  [/\/identitytoolkit\.googleapis\.com(\/.*)/, identityToolkit],
  [/\/securetoken\.googleapis\.com(\/.*)/, secureToken],
  [/\/www\.googleapis\.com(\/identitytoolkit\/v3\/relyingparty\/.*)/, identityToolkit],
  [/^\/[^/]+(\/emulator\/auth\/.*)/, sdkPages],
  [/^\/[^/]+(\/emulator\/.*)/, emulatorEndpoints],
  [/^\/[^/]+(\/__local\/consent(?:\.js)?)$/, consent],
  [/^\/[^/]+(\/__local(?:\/.*)?)$/, control],
  [/^\/[^/]+(\/api\/sheets\/.*)/, spreadsheets],
];
const root: Places[number] = [/^\/[^/]+(\/(?:healthz|emulators)?)$/, rootStatus];

/** The names that a failure script may use. No script reaches the endpoints that control the services. */
const ENDPOINTS = [...services.map(([, service]) => service), rootStatus]
  .flatMap(({ router }) => router.routes.map(({ endpoint }) => endpoint))
  .filter((endpoint) => endpoint !== "control")
  .concat(DOCUMENT_ENDPOINTS);

export type LocalServicesOptions = ServiceOptions & {
  projectId?: string;
  /** The machine's clock under the virtual one. */
  now?: () => number;
  /** Makes IDs, codes and random failures repeatable. */
  seed?: number;
  /** How tokens are issued, until the setting of this name is changed; default: `signed`. */
  tokens?: Settings["tokens"];
  /** The collections and rules of the documents; default: `users/{uid}`, with the rules of this product. */
  documents?: DocumentsOption;
  /** Endpoints of the application's own API for `underFailureScripts`, besides `sheets`. */
  endpoints?: readonly string[];
  /** Answers at the root too, if no site shares the origin. */
  standalone?: boolean;
};

/** A set of local services: one project with its accounts, time, failures and mail. */
export type LocalServices = ReturnType<typeof createLocalServices>;

/** The name of this world, and access to the other worlds on the same port. */
type WorldPlace = { name?: string; registry: WorldRegistry };

/** Creates an isolated set of local services. Cheap: a process can hold a thousand. Never throws. */
export function createLocalServices(options: LocalServicesOptions = {}, place?: WorldPlace) {
  const listeners = new Set<() => void>();
  const clock = createClock(options.now);
  const random = createRandom(options.seed);
  const identity = createIdentityState(options.tokens && { tokens: options.tokens });
  const parts = {
    projectId: options.projectId ?? "demo-project",
    clock,
    failures: createFailures(random, [...new Set([...ENDPOINTS, ...(options.endpoints ?? [])])]),
    outbox: createOutbox(clock),
    log: createRequestLog(),
    events: createEventLog(clock.now),
    sheets: createSheets(),
    keys: createKeyRing(),
    identity,
    /** Called after each request that may have changed something. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const context: ServiceContext = {
    ...options,
    ...parts,
    world: place?.name,
    worlds: place?.registry,
    random,
    limits: createRateLimiter(clock, () => identity.settings),
    documents: createFirestore({
      clock,
      random,
      verifyIdToken: (idToken) => verifyCaller(context, idToken),
      documents: options.documents,
    }),
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  let offset = clock.offset();
  clock.subscribe(() => {
    if (clock.offset() < offset) identity.forgetFuture(clock.now());
    offset = clock.offset();
  });
  // A change over the Write stream ends no request, so it must be reported explicitly.
  context.documents.store.subscribe(context.changed);

  const handlers: [HttpHandler] = [
    createServiceHandler(context, options.standalone ? [...services, root] : services),
  ];
  return {
    ...parts,
    /** For `setupServer(...handlers)`, `setupWorker(...handlers)` or `getResponse(handlers, request)`. */
    handlers,
    /** Answers one request; undefined if no handler matches. A response of type "error" means: drop the connection. */
    handle: (request: Request): Promise<Response | undefined> => getResponse(handlers, request),
    /**
     * Applies failure scripts and the log to another service's responses: the site's own API beside these services.
     * @param endpoint its name in scripts and the log: `sheets`, or one of the option `endpoints`
     * @returns the answer; of type "error" where the connection is to be dropped
     */
    underFailureScripts: async (
      request: Request,
      endpoint: string,
      answer: () => Response | Promise<Response>,
    ): Promise<Response> => {
      const attempt = { endpoint, ...(await requestAccountHintOf(context, request)) };
      return (await underFailureScripts(context, request, attempt, answer)).response;
    },
    scenarios: createScenarios(context),
    /** A session of an account, as after a sign-in. @throws {ApiError} USER_NOT_FOUND, USER_DISABLED */
    issueSession: (uid: string) => issueSession(context, uid),
    /**
     * A token of App Check. It expires on the local clock, at a whole second: after an hour or the given milliseconds,
     * or up to a second earlier.
     */
    issueAppCheckToken: (lifetimeMs?: number) => issueAppCheckToken(context, lifetimeMs),
    /** The current codes of the account's authenticator apps. */
    totpCodes: (email: string) => currentTotpCodes(context, email),
    /** Exports all accounts in the file format of Firebase's `auth:export`. */
    exportAccounts: () => exportAccounts(context),
    importAccounts: (file: unknown) => importAccounts(context, file),
    snapshot: () => takeSnapshot(context),
    /** @throws {v.ValiError} if it is not a snapshot of this version */
    restore: (snapshot: unknown): void => restoreSnapshot(context, snapshot),
    /** Returns to the first state: no accounts, real time, no failures, empty outbox. */
    reset: (): void => resetServices(context),
    /** Whether a page has an open stream. */
    isBusy: () => listeners.size > 0 || context.documents.channels.count() > 0,
  };
}
