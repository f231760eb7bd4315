import type * as v from "valibot";
import type { Caller } from "../access/caller.ts";
import { FirestoreError, invalid } from "../documents/errors.ts";
import { masked } from "../documents/field-path.ts";
import { printDocument, type Store } from "../documents/store.ts";
import { commit, type Write } from "./commit.ts";

/** A precondition in the query of a single-document call. */
export const preconditionOf = (query: URLSearchParams): Write["currentDocument"] => {
  const exists = query.get("currentDocument.exists")?.toLowerCase() ?? null;
  const updateTime = query.get("currentDocument.updateTime");
  if (exists !== null && exists !== "true" && exists !== "false") throw invalid("exists must be a boolean");
  if (exists !== null) return { exists: exists === "true" };
  return updateTime === null ? undefined : { updateTime };
};

const listOf = (query: URLSearchParams, name: string): string[] | undefined =>
  query.has(name) ? query.getAll(name) : undefined;

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/patch */
export function patchDocument(
  store: Store,
  caller: Caller,
  database: string,
  update: v.InferOutput<typeof import("./commit.ts").Write>["update"] & {},
  query: URLSearchParams,
  nowMs: number,
) {
  const fieldPaths = listOf(query, "updateMask.fieldPaths");
  const write: Write = {
    update,
    updateTransforms: [],
    updateMask: fieldPaths && { fieldPaths },
    currentDocument: preconditionOf(query),
  };
  commit(store, caller, database, [write], nowMs);
  const written = store.get(update.name);
  if (!written) throw new FirestoreError("INTERNAL", "The document is gone.");
  return printDocument({
    ...written,
    fields: masked(written.fields, listOf(query, "mask.fieldPaths")),
  });
}
