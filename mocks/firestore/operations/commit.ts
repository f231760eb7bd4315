import * as v from "valibot";
import type { Caller } from "../caller.ts";
import { parseFieldPath, valueAt, withValueAt } from "../documents/field-path.ts";
import { assertInDatabase } from "../documents/name.ts";
import type { Change, Store, StoredDocument } from "../documents/store.ts";
import { applyTransforms, FieldTransform } from "../documents/transform.ts";
import { type Fields, FieldsSchema, type Value } from "../documents/value.ts";
import { FirestoreError, invalid } from "../errors.ts";
import { rules } from "../rules.ts";
import { parseTime, printTime } from "../time.ts";

const MAX_DOCUMENT_BYTES = 1_048_576;

const Precondition = v.object({ exists: v.optional(v.boolean()), updateTime: v.optional(v.string()) });
type Precondition = v.InferOutput<typeof Precondition>;
const Mask = v.object({ fieldPaths: v.optional(v.array(v.string()), []) });

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Write */
export const Write = v.object({
  update: v.optional(v.object({ name: v.string(), fields: v.optional(FieldsSchema, {}) })),
  delete: v.optional(v.string()),
  verify: v.optional(v.string()),
  transform: v.optional(v.object({ document: v.string(), fieldTransforms: v.array(FieldTransform) })),
  updateMask: v.optional(Mask),
  updateTransforms: v.optional(v.array(FieldTransform), []),
  currentDocument: v.optional(Precondition),
});
export type Write = v.InferOutput<typeof Write>;
export type WriteResult = { updateTime?: string; transformResults?: Value[] };

const assertPrecondition = (document: StoredDocument | undefined, condition: Precondition = {}) => {
  const { exists, updateTime } = condition;
  if (exists === true && !document) throw new FirestoreError("NOT_FOUND", "No document to update.");
  if (exists === false && document) throw new FirestoreError("ALREADY_EXISTS", "Document already exists.");
  if (updateTime === undefined) return;
  const expected = parseTime(updateTime);
  if (expected === undefined) throw invalid(`Invalid time "${updateTime}".`);
  if (!document) throw new FirestoreError("NOT_FOUND", "No document to update.");
  if (document.updatedAt !== expected)
    throw new FirestoreError("FAILED_PRECONDITION", "The stored version does not match the required one.");
};

/** What the document becomes: replaced as a whole, or field by field as the mask says. */
const fieldsAfter = (before: Fields | undefined, { update, updateMask }: Write): Fields => {
  const sent = update?.fields ?? {};
  if (!updateMask) return update ? sent : (before ?? {});
  return updateMask.fieldPaths
    .map(parseFieldPath)
    .reduce((fields, path) => withValueAt(fields, path, valueAt(sent, path)), before ?? {});
};

const nameOf = ({ update, delete: deleted, verify, transform }: Write): string => {
  const name = update?.name ?? deleted ?? verify ?? transform?.document;
  if (name === undefined) throw invalid("empty write operation");
  return name;
};

/** A document without its times: what counts against the size limit and tells whether anything changed. */
const contentOf = (fields: Fields | undefined) =>
  fields && JSON.stringify(fields, (_, value: unknown) => (isPlain(value) ? sorted(value) : value));
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * All writes or none, in order, each seeing those before it. The rules come before the preconditions.
 * @throws {FirestoreError}
 */
export function commit(
  store: Store,
  caller: Caller,
  database: string,
  writes: readonly Write[],
  nowMs: number,
) {
  if (writes.length === 0) return {};
  const pending = new Map<string, StoredDocument | undefined>();
  const time = store.nextTime();
  const writeResults: WriteResult[] = [];

  for (const write of writes) {
    const name = assertInDatabase(database, nameOf(write));
    const before = pending.has(name) ? pending.get(name) : store.get(name);
    if (write.delete !== undefined || write.verify !== undefined) {
      if (write.delete !== undefined) rules.delete(caller, name);
      else rules.get(caller, name);
      assertPrecondition(before, write.currentDocument);
      if (write.delete !== undefined && before) pending.set(name, undefined);
      writeResults.push(
        write.verify !== undefined && before ? { updateTime: printTime(before.updatedAt) } : {},
      );
      continue;
    }
    const transforms = [...write.updateTransforms, ...(write.transform?.fieldTransforms ?? [])];
    const { fields, results } = applyTransforms(fieldsAfter(before?.fields, write), transforms, nowMs);
    // "It must not be there yet" makes it a create in the eyes of the rules, whatever is there.
    const seen = write.currentDocument?.exists === false ? undefined : before?.fields;
    rules.write(caller, name, seen, fields);
    assertPrecondition(before, write.currentDocument);
    const content = contentOf(fields) ?? "";
    if (content.length > MAX_DOCUMENT_BYTES) throw invalid("The document is larger than 1 MiB.");
    // A write that changes nothing keeps the version.
    const updatedAt = before && content === contentOf(before.fields) ? before.updatedAt : time;
    pending.set(name, { name, fields, createdAt: before?.createdAt ?? time, updatedAt });
    writeResults.push({
      updateTime: printTime(updatedAt),
      ...(results.length > 0 && { transformResults: results }),
    });
  }

  const changes: Change[] = [...pending]
    .filter(([name, document]) => document?.updatedAt !== store.get(name)?.updatedAt)
    .map(([name, document]) => ({ name, document }));
  if (changes.length > 0) store.apply({ time, changes });
  return { writeResults, commitTime: printTime(time) };
}
