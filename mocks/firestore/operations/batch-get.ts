import * as v from "valibot";
import { noQueries } from "../access/rules.ts";
import { FirestoreError, invalidArgument } from "../documents/errors.ts";
import { selectFields } from "../documents/field-path.ts";
import { assertInDatabase, assertNameSize, pathOf } from "../documents/name.ts";
import { printDocument } from "../documents/store.ts";
import { bytes, messageSchema, parseTime, printTime, timestamp } from "../documents/value.ts";
import { type Access, Mask, queryListOf } from "./commit.ts";

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet */
export const BatchGetRequest = messageSchema({
  database: v.optional(v.string()),
  documents: v.optional(v.array(v.string()), []),
  mask: v.optional(Mask),
  transaction: v.optional(bytes),
  newTransaction: v.optional(v.unknown()),
  readTime: v.optional(timestamp),
});
type BatchGetRequest = v.InferOutput<typeof BatchGetRequest>;

/**
 * Reads of the past and reads within a transaction are refused.
 * @throws {FirestoreError} INVALID_ARGUMENT, UNIMPLEMENTED
 */
export function assertCurrentReads({
  transaction,
  newTransaction,
  readTime,
}: Pick<Partial<BatchGetRequest>, "transaction" | "newTransaction" | "readTime">): void {
  if (transaction !== undefined) throw invalidArgument("Invalid transaction.");
  if (readTime !== undefined && parseTime(readTime) === undefined)
    throw invalidArgument("Invalid read time.");
  if (newTransaction !== undefined || readTime !== undefined)
    throw new FirestoreError("UNIMPLEMENTED", "This stand-in has no transactions by ID and no past.");
}

/** Reads several documents at one time. If one read is refused, all are. */
export function batchGet({ store, rules, caller, database }: Access, request: BatchGetRequest) {
  const { documents, mask } = request;
  assertCurrentReads(request);
  selectFields({}, mask?.fieldPaths);
  const readTime = printTime(store.readTime());
  // A document that is requested twice is returned once.
  const names = [...new Set(documents)].map((name) => assertInDatabase(database, name));
  for (const name of names) rules.get(caller, name, store.get(name)?.fields);
  return names.map((name) => {
    const document = store.get(name);
    return document
      ? { found: printDocument(document, mask?.fieldPaths), readTime }
      : { missing: name, readTime };
  });
}

/** Reads a document, reduced to the fields of the mask. @throws ApiError NOT_FOUND if it does not exist */
export function getDocument(
  { store, rules, caller, database }: Access,
  name: string,
  mask: string[] | undefined,
) {
  selectFields({}, mask);
  const document = store.get(assertInDatabase(database, name));
  rules.get(caller, name, document?.fields);
  if (!document) throw new FirestoreError("NOT_FOUND", `Document (${name}) not found.`);
  return printDocument(document, mask);
}

const PageSize = v.pipe(v.string(), v.digits(), v.transform(Number));

/** Lists the documents of a collection, in pages on request. Only for administrators, such as the workbench. */
export function listDocuments({ store, rules, caller }: Access, collection: string, query: URLSearchParams) {
  rules.list(caller);
  assertNameSize(pathOf(collection));
  const size = v.safeParse(PageSize, query.get("pageSize") ?? "0");
  if (!size.success) throw invalidArgument("Page size must be a nonnegative number.");
  if (!["", "__name__", "__name__ asc"].includes(query.get("orderBy") ?? "")) throw noQueries();
  const mask = queryListOf(query, "mask.fieldPaths");
  selectFields({}, mask);
  // The last name of the page before.
  const after = query.get("pageToken") ?? "";
  if (after && !after.startsWith(`${collection}/`)) throw invalidArgument("Invalid page token.");
  const all = store.list(collection).filter(({ name }) => name > after);
  const shown = size.output === 0 ? all : all.slice(0, size.output);
  const last = shown.length < all.length ? shown.at(-1) : undefined;
  return {
    ...(shown.length > 0 && { documents: shown.map((document) => printDocument(document, mask)) }),
    ...(last && { nextPageToken: last.name }),
  };
}
