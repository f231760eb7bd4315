import { getResponse, http, type RequestHandler } from "msw";
import * as v from "valibot";
import { type Clock, createClock } from "./clock.ts";
import { control } from "./control/routes.ts";
import { emulator, emulatorRoot, googleKeys } from "./emulator/routes.ts";
import type { CreateExtension, Extension } from "./extension.ts";
import { extensions as builtIn } from "./extensions.ts";
import { createFailures, type Failures } from "./failures/failures.ts";
import { guard } from "./http/guard.ts";
import { type Service, serve } from "./http/serve.ts";
import { createKeyRing, type KeyRing } from "./identity-toolkit/keys.ts";
import { createRateLimiter } from "./identity-toolkit/rate-limiter.ts";
import { identityToolkit } from "./identity-toolkit/routes.ts";
import { IdentityState } from "./identity-toolkit/state.ts";
import { verifyIdToken } from "./identity-toolkit/verify-id-token.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createRandom } from "./random.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { secureToken } from "./secure-token/routes.ts";
import { type Snapshot, Snapshot as SnapshotSchema } from "./snapshot.ts";
import type { World } from "./world.ts";

export type LocalServicesOptions = {
  projectId?: string;
  /** The machine's clock under the virtual one. */
  now?: () => number;
  /** Makes IDs, codes and drawn failures repeat. */
  seed?: number;
  /** Where these services are reachable, for links; default: where each request came in. */
  origin?: string;
  /** The origin of the consent pages; default: `origin`. */
  consentOrigin?: string;
  /** Where mailed links lead; default: `/emulator/action` of `origin`. */
  actionUrl?: string;
  /** Answers at the root, too: no site shares the origin. */
  standalone?: boolean;
};

/** A set of local services: one project with its accounts, time, failures and mail. */
export type LocalServices = {
  readonly projectId: string;
  /** For `setupServer(...handlers)`, `setupWorker(...handlers)` or `getResponse(handlers, request)`. */
  readonly handlers: RequestHandler[];
  /** The same over HTTP; undefined when no handler is concerned. An answer of type "error" means: drop the connection. */
  handle(request: Request): Promise<Response | undefined>;
  clock: Clock;
  failures: Failures;
  outbox: Outbox;
  log: RequestLog;
  keys: KeyRing;
  identity: IdentityState;
  snapshot(): Snapshot;
  /** @throws {v.ValiError} when it is not a snapshot of this version */
  restore(snapshot: unknown): void;
  /** As on the first day: no accounts, real time, no failures, empty outbox. */
  reset(): void;
  extend(create: CreateExtension): void;
  /** Called after each request that may have changed something. */
  subscribe(listener: () => void): () => void;
};

/** Answers a service's requests on whatever origin. */
const handlerFor = (world: World, path: string, service: Service): RequestHandler =>
  http.all(path, ({ request }) => serve(world, service, request));

/** Makes an isolated set of local services. Cheap: a thousand in one process are fine. */
export function createLocalServices(options: LocalServicesOptions = {}): LocalServices {
  const listeners = new Set<() => void>();
  const clock = createClock(options.now);
  const random = createRandom(options.seed);
  const identity = new IdentityState();
  const world: World = {
    projectId: options.projectId ?? "demo-tallybin",
    origin: options.origin,
    consentOrigin: options.consentOrigin,
    actionUrl: options.actionUrl,
    clock,
    random,
    identity,
    keys: createKeyRing(),
    limits: createRateLimiter(clock, () => identity.settings),
    outbox: createOutbox(clock),
    failures: createFailures(random),
    log: createRequestLog(),
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
  const joined: Extension[] = [];
  const handlers: RequestHandler[] = [
    handlerFor(world, "*/identitytoolkit.googleapis.com/*", identityToolkit),
    handlerFor(world, "*/securetoken.googleapis.com/*", secureToken),
    handlerFor(world, "*/www.googleapis.com/identitytoolkit/v3/relyingparty/*", identityToolkit),
    handlerFor(world, "*/service_accounts/v1/jwk/*", googleKeys),
    handlerFor(world, "*/emulator/*", emulator),
    handlerFor(world, "*/__local/*", control),
    ...(options.standalone ? [handlerFor(world, "*/", emulatorRoot)] : []),
  ];

  const services: LocalServices = {
    projectId: world.projectId,
    handlers,
    handle: (request) => getResponse(handlers, request),
    clock,
    failures: world.failures,
    outbox: world.outbox,
    log: world.log,
    keys: world.keys,
    identity,
    snapshot: () => ({
      version: 1,
      projectId: world.projectId,
      identity: identity.snapshot(),
      keys: world.keys.snapshot(),
      clock: clock.reading(),
      failures: structuredClone(world.failures.list()),
      outbox: structuredClone(world.outbox.list().reverse()),
      random: random.state(),
      extensions: Object.fromEntries(joined.map(({ name, snapshot }) => [name, snapshot()])),
    }),
    restore: (input) => {
      const snapshot = v.parse(SnapshotSchema, input);
      identity.restore(snapshot.identity);
      world.keys.restore(snapshot.keys);
      clock.restore(snapshot.clock);
      world.failures.clear();
      world.failures.restore(snapshot.failures);
      world.outbox.restore(snapshot.outbox);
      world.limits.reset();
      if (snapshot.random !== undefined) random.restore(snapshot.random);
      for (const { name, restore, reset } of joined)
        if (name in snapshot.extensions) restore(snapshot.extensions[name]);
        else reset();
      world.changed();
    },
    reset: () => {
      identity.clear();
      clock.reset();
      world.failures.clear();
      world.outbox.clear();
      world.log.clear();
      world.limits.reset();
      for (const { reset } of joined) reset();
      world.changed();
    },
    extend: (create) => {
      const extension = create({
        projectId: world.projectId,
        clock,
        random,
        failures: world.failures,
        guard: (request, attempt, run) => guard(world, request, attempt, run),
        verifyIdToken: async (idToken) => {
          try {
            const { account, claims } = await verifyIdToken(world, idToken);
            return { uid: account.localId, claims };
          } catch {
            return undefined;
          }
        },
        changed: world.changed,
      });
      joined.push(extension);
      handlers.push(...extension.handlers);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  for (const create of builtIn) services.extend(create);
  return services;
}
