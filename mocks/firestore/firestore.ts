import { http } from "msw";
import * as v from "valibot";
import type { Clock } from "../core/clock.ts";
import type { Random } from "../core/random.ts";
import type { CreateExtension } from "../core/service-context.ts";
import { decodeJwtPart, isOwnerBearer, type VerifyIdToken } from "./access/rules.ts";
import { createChannels, type Method } from "./channel/channels.ts";
import type { Timers } from "./channel/session.ts";
import { FirestoreError, permissionDenied } from "./documents/errors.ts";
import { createStore } from "./documents/store.ts";
import { answerRest, jsonResponse, parseRestCall } from "./routes.ts";

/** A parsed request, and the function that answers it. */
type Operation = {
  /** `documents:commit`, `documents:listen-receive`: the name in failure scripts and the log. */
  endpoint: string;
  uid: string | undefined;
  /** A call by an administrator, or one that controls the services: refused to untrusted origins. */
  privileged: boolean;
  /** The token of App Check, if this request has to have one. */
  appCheck?: { token: string | undefined };
  run(): Promise<Response>;
};

type FirestoreParts = {
  clock: Pick<Clock, "now" | "subscribe">;
  random: Pick<Random, "code">;
  verifyIdToken: VerifyIdToken;
  timers?: Timers;
};

/** Look the timers up at each call, so that timers faked later apply. */
const realTimers: Timers = {
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
};

const CHANNEL = /\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;
const CLEAR = /\/emulator\/v1\/projects\/[^/]+\/databases\/[^/]+\/documents$/;
const DROP = /\/emulator\/v1\/projects\/[^/]+\/databases\/[^/]+\/channels$/;
const REST = /\/v1\/projects\/[^/]+\/databases\/[^/]+\/documents/;

/**
 * Whether a request belongs to this API. A function instead of a pattern, because MSW decodes the captures of a
 * pattern, and some paths cannot be decoded.
 */
const isFirestoreRequest = ({ request }: { request: Request }): boolean => {
  const { pathname } = new URL(request.url);
  return [CHANNEL, REST, CLEAR, DROP].some((path) => path.test(pathname));
};

const APP_CHECK = "x-firebase-appcheck";

/** A header of a handshake: of the request itself, in the URL or in the body. */
async function readHandshakeHeader(request: Request, name: string): Promise<(string | undefined)[]> {
  const inBody = new URLSearchParams(await request.clone().text()).get("headers");
  const inUrl = new URL(request.url).searchParams.get("$httpHeaders");
  const line = new RegExp(`^${name}:(.+)$`, "im");
  return [request.headers.get(name) ?? undefined, line.exec(inUrl ?? "")?.[1], line.exec(inBody ?? "")?.[1]];
}

/** The user of a token, unverified: for failure scripts and the log. */
const unverifiedUidOf = (authorization: string | null | undefined): string | undefined => {
  const claims = decodeJwtPart((authorization ?? "").split(".")[1]);
  return v.is(v.object({ user_id: v.string() }), claims) ? claims.user_id : undefined;
};

/** A Firestore of documents: REST, and Listen and Write over WebChannel. Independent of the other services. */
export function createFirestore({ clock, random, verifyIdToken, timers = realTimers }: FirestoreParts) {
  const store = createStore(clock);
  const channels = createChannels(store, { clock, random, verifyIdToken, timers });

  const createChannelOperation = async (method: Method, request: Request): Promise<Operation> => {
    const isHandshake = request.method === "POST" && !new URL(request.url).searchParams.has("SID");
    const phase = isHandshake ? "" : request.method === "POST" ? "-send" : "-receive";
    const authorizations = isHandshake ? await readHandshakeHeader(request, "authorization") : [];
    const tokens = isHandshake ? await readHandshakeHeader(request, APP_CHECK) : [];
    return {
      endpoint: `documents:${method.toLowerCase()}${phase}`,
      uid: isHandshake ? unverifiedUidOf(authorizations.at(-1)) : channels.uidOf(request),
      privileged: authorizations.some(isOwnerBearer),
      ...(isHandshake && { appCheck: { token: tokens.find((token) => token !== undefined)?.trim() } }),
      run: () =>
        channels.handle(method, request).catch((error: unknown) => {
          if (!(error instanceof FirestoreError)) throw error;
          return jsonResponse(error, error.httpStatus);
        }),
    };
  };
  const createAdminOperation = (run: () => void): Operation => ({
    endpoint: "documents:admin",
    uid: undefined,
    privileged: true,
    run: async () => {
      run();
      return jsonResponse({});
    },
  });

  return {
    store,
    channels,
    /** Undefined if the request does not belong to this API. */
    operationOf: async (request: Request): Promise<Operation | undefined> => {
      const { pathname } = new URL(request.url);
      const method = CHANNEL.exec(pathname)?.[1];
      if (method === "Listen" || method === "Write") return createChannelOperation(method, request);
      // A preflight is treated like the call it asks about.
      const asked = request.headers.get("access-control-request-method") ?? request.method;
      if (asked === "DELETE" && CLEAR.test(pathname)) return createAdminOperation(store.clear);
      // This endpoint is our own. It imitates a server restart for the clients.
      if (asked === "DELETE" && DROP.test(pathname)) return createAdminOperation(channels.endAll);
      const call = parseRestCall(asked, pathname);
      if (!call) return undefined;
      return {
        endpoint: call.endpoint,
        uid: unverifiedUidOf(request.headers.get("authorization")),
        privileged: isOwnerBearer(request.headers.get("authorization")),
        appCheck: { token: request.headers.get(APP_CHECK) ?? undefined },
        run: () => answerRest({ store, clock, verifyIdToken }, call, request),
      };
    },
  };
}
export type Firestore = ReturnType<typeof createFirestore>;

/** Firestore among the local services: uses their clock, failure scripts, log, snapshots and ID tokens. */
export const firestore: CreateExtension = (context) => {
  const { clock, random, guard, verifyIdToken, passesAppCheck, changed } = context;
  const { store, channels, operationOf } = createFirestore({ clock, random, verifyIdToken });
  // A change over the Write stream ends no request, so it must be reported explicitly.
  store.subscribe(changed);
  return {
    name: "firestore",
    handlers: [
      http.all(isFirestoreRequest, async ({ request }) => {
        const operation = await operationOf(request);
        if (!operation) return undefined;
        const { endpoint, uid, privileged, appCheck, run } = operation;
        return guard(request, { endpoint, uid, privileged }, async () => {
          const passes = privileged || !appCheck || (await passesAppCheck(appCheck.token));
          return passes ? run() : jsonResponse(permissionDenied(), 403);
        });
      }),
    ],
    snapshot: store.snapshot,
    check: store.check,
    restore: store.restore,
    isBusy: () => channels.count() > 0,
    reset: () => {
      channels.endAll();
      store.reset();
    },
  };
};
