import * as v from "valibot";
import type { Caller } from "../caller.ts";
import { masked } from "../documents/field-path.ts";
import { assertInDatabase } from "../documents/name.ts";
import { printDocument, type Store } from "../documents/store.ts";
import { FirestoreError } from "../errors.ts";
import { rules } from "../rules.ts";
import { printTime } from "../time.ts";

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet */
export const BatchGetRequest = v.object({
  documents: v.optional(v.array(v.string()), []),
  mask: v.optional(v.object({ fieldPaths: v.optional(v.array(v.string()), []) })),
});

/** Reads several documents as of one moment; one refusal refuses all. */
export function batchGet(
  store: Store,
  caller: Caller,
  database: string,
  { documents, mask }: v.InferOutput<typeof BatchGetRequest>,
) {
  const readTime = printTime(store.readTime());
  // A document that is requested twice is returned once.
  const names = [...new Set(documents)].map((name) => assertInDatabase(database, name));
  for (const name of names) rules.get(caller, name);
  return names.map((name) => {
    const document = store.get(name);
    if (!document) return { missing: name, readTime };
    const fields = masked(document.fields, mask?.fieldPaths);
    return { found: printDocument({ ...document, fields }), readTime };
  });
}

/** One document, or NOT_FOUND. */
export function getDocument(
  store: Store,
  caller: Caller,
  database: string,
  name: string,
  mask: string[] | undefined,
) {
  rules.get(caller, assertInDatabase(database, name));
  const document = store.get(name);
  if (!document) throw new FirestoreError("NOT_FOUND", `Document (${name}) not found.`);
  return printDocument({ ...document, fields: masked(document.fields, mask) });
}

/** Every document of a collection, for administrators and the workbench. */
export function listDocuments(store: Store, caller: Caller, collection: string) {
  rules.list(caller);
  const documents = store.list(collection).map(printDocument);
  return documents.length > 0 ? { documents } : {};
}
