import { type Clock, realTimers, type Timers } from "../core/clock.ts";
import type { Random } from "../core/random.ts";
import { jsonResponse } from "../http/body.ts";
import { routedMethodOf } from "../http/origins.ts";
import {
  type Credentials,
  createRules,
  type DocumentsOption,
  parseCredentials,
  type VerifyIdToken,
} from "./access/rules.ts";
import { APP_CHECK, createChannels, type Method } from "./channel/channels.ts";
import { createStore } from "./documents/store.ts";
import { answerRest, parseRestCall } from "./routes.ts";

/** A parsed request, and the function that answers it. */
type Operation = {
  /** `documents:commit`, `documents:listen-receive`: the name in failure scripts and the log. */
  endpoint: string;
  /** An administrator's calls, which include the ones that control the services, are refused to untrusted origins. */
  credentials: Credentials;
  /** The token of App Check, if this request has to have one. */
  appCheck?: { token: string | undefined };
  run(): Promise<Response>;
};

type FirestoreParts = {
  clock: Pick<Clock, "now" | "subscribe">;
  random: Pick<Random, "code">;
  verifyIdToken: VerifyIdToken;
  timers?: Timers;
  documents?: DocumentsOption | undefined;
};

const CHANNEL = /\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;
const CLEAR = /\/emulator\/v1\/projects\/[^/]+\/databases\/[^/]+\/documents$/;
const DROP = /\/emulator\/v1\/projects\/[^/]+\/databases\/[^/]+\/channels$/;
const REST = /\/v1\/projects\/[^/]+\/databases\/[^/]+\/documents/;

/**
 * Whether a request belongs to this API. A function instead of a pattern, because MSW decodes the captures of a
 * pattern, and some paths cannot be decoded.
 */
export const isFirestoreRequest = ({ url }: Request): boolean => {
  const { pathname } = new URL(url);
  return [CHANNEL, REST, CLEAR, DROP].some((path) => path.test(pathname));
};

/** A Firestore of documents: REST, and Listen and Write over WebChannel. Independent of the other services. */
export function createFirestore(parts: FirestoreParts) {
  const { clock, random, verifyIdToken, timers = realTimers } = parts;
  const store = createStore(clock);
  const rules = createRules(parts.documents);
  const channels = createChannels({ store, rules }, { clock, random, verifyIdToken, timers });

  const createChannelOperation = async (method: Method, request: Request): Promise<Operation> => {
    const endpoint = `documents:${method.toLowerCase()}`;
    try {
      const { phase, ...call } = await channels.parse(method, request);
      return { endpoint: endpoint + phase, ...call };
    } catch (error) {
      return { endpoint, credentials: { type: "nobody" }, run: () => Promise.reject(error) };
    }
  };
  const createAdminOperation = (run: () => void): Operation => ({
    endpoint: "documents:admin",
    credentials: { type: "administrator" },
    run: async () => {
      run();
      return jsonResponse({});
    },
  });

  return {
    store,
    channels,
    reset: () => {
      channels.endAll();
      store.reset();
    },
    /** Undefined if the request does not belong to this API. */
    operationOf: async (request: Request): Promise<Operation | undefined> => {
      const { pathname } = new URL(request.url);
      const method = CHANNEL.exec(pathname)?.[1];
      if (method === "Listen" || method === "Write") return createChannelOperation(method, request);
      const routed = routedMethodOf(request);
      if (routed === "DELETE" && CLEAR.test(pathname)) return createAdminOperation(store.clear);
      // This endpoint is our own. It imitates a server restart for the clients.
      if (routed === "DELETE" && DROP.test(pathname)) return createAdminOperation(channels.endAll);
      const call = parseRestCall(routed, pathname);
      if (!call) return undefined;
      const credentials = parseCredentials(request.headers);
      return {
        endpoint: call.endpoint,
        credentials,
        appCheck: { token: request.headers.get(APP_CHECK) ?? undefined },
        run: () => answerRest({ store, rules, clock, verifyIdToken, credentials }, call, request),
      };
    },
  };
}
export type Firestore = ReturnType<typeof createFirestore>;

/** The names of this API's requests in failure scripts. */
export const DOCUMENT_ENDPOINTS = [
  ...["get", "list", "patch", "delete", "commit", "batchGet", "admin"],
  ...["listen", "listen-send", "listen-receive", "write", "write-send", "write-receive"],
].map((name) => `documents:${name}`);
