import * as v from "valibot";
import type { Clock } from "../core/clock.ts";
import { jsonResponse } from "../http/body.ts";
import {
  authenticateCaller,
  type Credentials,
  noQueries,
  type Rules,
  type VerifyIdToken,
} from "./access/rules.ts";
import { parseJson, readBody } from "./body.ts";
import { FirestoreError, invalidArgument } from "./documents/errors.ts";
import { bytes, messageSchema } from "./documents/scalars.ts";
import type { Store } from "./documents/store.ts";
import {
  assertCurrentReads,
  BatchGetRequest,
  batchGet,
  getDocument,
  listDocuments,
} from "./operations/batch-get.ts";
import {
  commitWrites,
  parsePrecondition,
  patchDocument,
  queryListOf,
  SentDocument,
  Write,
} from "./operations/commit.ts";

/** A parsed REST call, before authorization. */
export type RestCall = {
  method: string;
  /** `documents:commit`: the name in failure scripts and the log. */
  endpoint: string;
  database: string;
  /** The path below `documents`, without a leading slash. */
  path: string;
};

/** Parses a URL path; undefined if it does not belong to this API. */
export const parseRestCall = (method: string, pathname: string): RestCall | undefined => {
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
  const parsed = v.safeParse(schema, parseJson((await readBody(request)) || "{}"));
  if (parsed.success) return parsed.output;
  throw invalidArgument("Payload isn't valid for request.");
};

const CommitRequest = messageSchema({
  database: v.optional(v.string()),
  writes: v.optional(v.array(Write), []),
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

export type RestParts = {
  store: Store;
  rules: Rules;
  clock: Pick<Clock, "now">;
  verifyIdToken: VerifyIdToken;
  credentials: Credentials;
};

const runRestCall = async (parts: RestParts, call: RestCall, request: Request) => {
  const { store, rules, clock, verifyIdToken, credentials } = parts;
  const { database, path } = call;
  const caller = await authenticateCaller(credentials, verifyIdToken);
  const access = { store, rules, caller, database, nowMs: clock.now() };
  const name = `${database}/documents/${path}`;
  const query = new URL(request.url).searchParams;
  switch (`${call.method} ${call.endpoint}`) {
    case "GET documents:get":
      assertCurrentReads(readOptions(query));
      return getDocument(access, name, queryListOf(query, "mask.fieldPaths"));
    case "GET documents:list":
      assertCurrentReads(readOptions(query));
      return listDocuments(access, name, query);
    case "PATCH documents:patch": {
      const { fields } = await parseBody(request, SentDocument);
      return patchDocument(access, { name, fields }, query);
    }
    case "DELETE documents:delete": {
      const write = { delete: name, updateTransforms: [], currentDocument: parsePrecondition(query) };
      commitWrites(access, [write]);
      return {};
    }
    case "POST documents:commit": {
      const { writes, transaction } = await parseBody(request, CommitRequest);
      // An empty transaction is none.
      assertCurrentReads({ transaction: transaction || undefined });
      return commitWrites(access, writes);
    }
    case "POST documents:batchGet":
      return batchGet(access, await parseBody(request, BatchGetRequest));
    default:
      if (call.endpoint.startsWith("documents:run")) throw noQueries();
      throw MISSING.test(`${call.method} ${call.endpoint}`)
        ? new FirestoreError("UNIMPLEMENTED", "This stand-in has no such method.")
        : new FirestoreError("NOT_FOUND", "Not Found");
  }
};

/** Answers one REST call. @throws {FirestoreError} */
export const answerRest = async (parts: RestParts, call: RestCall, request: Request): Promise<Response> =>
  jsonResponse(await runRestCall(parts, call, request));
