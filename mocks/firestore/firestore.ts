import * as v from "valibot";
import { realTimers, type Timers } from "../core/clock.ts";
import { jsonResponse, parseShallowJson } from "../http/body.ts";
import { routedMethodOf } from "../http/origins.ts";
import {
  authenticateCaller,
  createRules,
  type DocumentsOption,
  noQueries,
  parseCredentials,
} from "./access/rules.ts";
import {
  type ChannelParts,
  createChannels,
  type Method,
  type Operation,
  readBody,
} from "./channel/channels.ts";
import { FirestoreError, invalidArgument } from "./documents/errors.ts";
import { createStore } from "./documents/store.ts";
import { bytes, messageSchema } from "./documents/value.ts";
import * as reads from "./operations/batch-get.ts";
import * as commit from "./operations/commit.ts";

type RestCall = {
  method: string;
  /** `documents:commit`: the name in failure scripts and the log. */
  endpoint: string;
  database: string;
  /** The path below `documents`, without a leading slash. */
  path: string;
};

const parseRestCall = (method: string, pathname: string): RestCall | undefined => {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const match = /\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(:[a-zA-Z]+|\/.*)?$/.exec(path);
  if (!match) return undefined;
  const [, database = "", rest = ""] = match;
  if (rest.startsWith(":")) return { method, endpoint: `documents${rest}`, database, path: "" };
  const isDocument = rest.split("/").length % 2 === 1;
  const verb = method === "GET" && !isDocument ? "list" : method.toLowerCase();
  return { method, endpoint: `documents:${verb}`, database, path: rest.slice(1) };
};

/** Parses and checks a body. @throws {FirestoreError} INVALID_ARGUMENT */
const parseBody = async <T>(request: Request, schema: v.GenericSchema<unknown, T>): Promise<T> => {
  const parsed = v.safeParse(schema, parseShallowJson((await readBody(request)) || "{}"));
  if (parsed.success) return parsed.output;
  throw invalidArgument("Payload isn't valid for request.");
};

const CommitRequest = messageSchema({
  database: v.optional(v.string()),
  writes: v.optional(v.array(commit.Write), []),
  transaction: v.optional(bytes),
});

/** The features of Google's API that this mock does not have. */
const MISSING =
  /^POST documents:(batchWrite|beginTransaction|listCollectionIds|partitionQuery|post|rollback)$/;

/** The parameters of a read of the past or within a transaction. */
const readOptions = (query: URLSearchParams) => ({
  transaction: query.get("transaction") ?? undefined,
  readTime: query.get("readTime") ?? undefined,
});

const runRestCall = async (access: commit.Access, { method, endpoint, path }: RestCall, request: Request) => {
  const name = `${access.database}/documents/${path}`;
  const query = new URL(request.url).searchParams;
  switch (`${method} ${endpoint}`) {
    case "GET documents:get":
      reads.assertCurrentReads(readOptions(query));
      return reads.getDocument(access, name, commit.queryListOf(query, "mask.fieldPaths"));
    case "GET documents:list":
      reads.assertCurrentReads(readOptions(query));
      return reads.listDocuments(access, name, query);
    case "PATCH documents:patch": {
      const { fields } = await parseBody(request, commit.SentDocument);
      return commit.patchDocument(access, { name, fields }, query);
    }
    case "DELETE documents:delete": {
      const write = { delete: name, updateTransforms: [], currentDocument: commit.parsePrecondition(query) };
      commit.commitWrites(access, [write]);
      return {};
    }
    case "POST documents:commit": {
      const { writes, transaction } = await parseBody(request, CommitRequest);
      // An empty transaction is none.
      reads.assertCurrentReads({ transaction: transaction || undefined });
      return commit.commitWrites(access, writes);
    }
    case "POST documents:batchGet":
      return reads.batchGet(access, await parseBody(request, reads.BatchGetRequest));
    default:
      if (endpoint.startsWith("documents:run")) throw noQueries();
      throw MISSING.test(`${method} ${endpoint}`)
        ? new FirestoreError("UNIMPLEMENTED", "This stand-in has no such method.")
        : new FirestoreError("NOT_FOUND", "Not Found");
  }
};

type FirestoreParts = Omit<ChannelParts, "timers"> & {
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
    try {
      return await channels.parse(method, request);
    } catch (error) {
      const endpoint = `documents:${method.toLowerCase()}`;
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
        appCheck: request.headers,
        run: async () => {
          const caller = await authenticateCaller(credentials, verifyIdToken);
          const access = { store, rules, caller, database: call.database, nowMs: clock.now() };
          return jsonResponse(await runRestCall(access, call, request));
        },
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
