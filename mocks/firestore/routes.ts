import * as v from "valibot";
import type { Clock } from "../clock.ts";
import { callerOf, type VerifyIdToken } from "./caller.ts";
import type { Store } from "./documents/store.ts";
import { FieldsSchema } from "./documents/value.ts";
import { FirestoreError, invalid } from "./errors.ts";
import { BatchGetRequest, batchGet, getDocument, listDocuments } from "./operations/batch-get.ts";
import { commit, Write } from "./operations/commit.ts";
import { patchDocument, preconditionOf } from "./operations/patch.ts";

const MAX_BODY_CHARACTERS = 11 * 1024 * 1024;

/** A REST call's meaning, before authorization. */
export type RestCall = {
  /** `documents:commit`: the name in failure scripts and the log. */
  endpoint: string;
  database: string;
  /** The path below `documents`, without a leading slash. */
  path: string;
};

/** Parses a URL path; undefined if it does not belong to this API. */
export const restCallOf = (method: string, pathname: string): RestCall | undefined => {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  const match = /\/v1\/(projects\/[^/]+\/databases\/[^/]+)\/documents(:[a-zA-Z]+|\/.*)?$/.exec(path);
  if (!match) return undefined;
  const [, database = "", rest = ""] = match;
  if (rest.startsWith(":")) return { endpoint: `documents${rest}`, database, path: "" };
  const isDocument = rest.split("/").length % 2 === 1;
  const verb = method === "GET" && !isDocument ? "list" : method.toLowerCase();
  return { endpoint: `documents:${verb}`, database, path: rest.slice(1) };
};

/** Parses and checks a body; invalid JSON, excess length and excess depth get the same refusal. */
const parseBody = async <T>(request: Request, schema: v.GenericSchema<unknown, T>): Promise<T> => {
  const text = await request.text();
  if (text.length > MAX_BODY_CHARACTERS) throw invalid("Request payload size exceeds the limit.");
  try {
    const parsed = v.safeParse(schema, JSON.parse(text || "{}"));
    if (parsed.success) return parsed.output;
  } catch {
    // Not JSON, or nested too deep for any stack.
  }
  throw invalid("Payload isn't valid for request.");
};

const CommitRequest = v.object({ writes: v.optional(v.array(Write), []) });
const PatchRequest = v.object({ fields: v.optional(FieldsSchema, {}) });

export type RestParts = { store: Store; clock: Pick<Clock, "now">; verifyIdToken: VerifyIdToken };

const run = async ({ store, clock, verifyIdToken }: RestParts, call: RestCall, request: Request) => {
  const { database, path } = call;
  const caller = await callerOf(request.headers.get("authorization"), verifyIdToken);
  const name = `${database}/documents/${path}`;
  const query = new URL(request.url).searchParams;
  switch (`${request.method} ${call.endpoint}`) {
    case "GET documents:get":
      return getDocument(
        store,
        caller,
        database,
        name,
        query.has("mask.fieldPaths") ? query.getAll("mask.fieldPaths") : undefined,
      );
    case "GET documents:list":
      return listDocuments(store, caller, name);
    case "PATCH documents:patch": {
      const { fields } = await parseBody(request, PatchRequest);
      return patchDocument(store, caller, database, { name, fields }, query, clock.now());
    }
    case "DELETE documents:delete": {
      const write = { delete: name, updateTransforms: [], currentDocument: preconditionOf(query) };
      commit(store, caller, database, [write], clock.now());
      return {};
    }
    case "POST documents:commit": {
      const { writes } = await parseBody(request, CommitRequest);
      return commit(store, caller, database, writes, clock.now());
    }
    case "POST documents:batchGet":
      return batchGet(store, caller, database, await parseBody(request, BatchGetRequest));
    default:
      throw new FirestoreError("UNIMPLEMENTED", "This stand-in has no such method.");
  }
};

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "private, no-store" },
  });

/** Answers one REST call; a refusal has Firestore's own envelope. */
export const answerRest = async (parts: RestParts, call: RestCall, request: Request): Promise<Response> => {
  try {
    return json(await run(parts, call, request));
  } catch (error) {
    if (!(error instanceof FirestoreError)) throw error;
    return json(error, error.httpStatus);
  }
};
