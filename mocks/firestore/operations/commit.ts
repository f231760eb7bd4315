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

/** The new document: replaced as a whole, or field by field as the mask says. */
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

/** A document without its times, to measure its size and detect changes. */
const contentOf = (fields: Fields | undefined) =>
  fields && JSON.stringify(fields, (_, value: unknown) => (isPlain(value) ? sorted(value) : value));
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sorted = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Removals and checks change no field; every other write has fields, transforms or both. */
const isPlainWrite = ({ delete: deleted, verify }: Write): boolean =>
  deleted === undefined && verify === undefined;
type Step = { before: StoredDocument | undefined; name: string; write: Write };

/** The document after a write, before the check of rules and preconditions. */
function outcomeOf({ before, name, write }: Step, time: number, nowMs: number) {
  const transforms = [...write.updateTransforms, ...(write.transform?.fieldTransforms ?? [])];
  const { fields, results } = applyTransforms(fieldsAfter(before?.fields, write), transforms, nowMs);
  const content = contentOf(fields) ?? "";
  if (content.length > MAX_DOCUMENT_BYTES) throw invalid("The document is larger than 1 MiB.");
  // A write without a change keeps the version.
  const updatedAt = before && content === contentOf(before.fields) ? before.updatedAt : time;
  const document: StoredDocument = { name, fields, createdAt: before?.createdAt ?? time, updatedAt };
  return { document, results };
}

function assertAllowed(caller: Caller, { before, name, write }: Step, after: Fields | undefined): void {
  if (write.delete !== undefined) rules.delete(caller, name);
  else if (after === undefined) rules.get(caller, name);
  // The precondition "must not exist" makes it a create for the rules, even if the document exists.
  else rules.write(caller, name, write.currentDocument?.exists === false ? undefined : before?.fields, after);
}

/**
 * All writes or none, in order; each sees those before it. The rules of all writes are checked before the first
 * precondition, and every result has the document's version after the whole commit.
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
  const steps: (Step & { results: Value[] })[] = [];

  for (const write of writes) {
    const name = assertInDatabase(database, nameOf(write));
    const step = { name, write, before: pending.has(name) ? pending.get(name) : store.get(name) };
    const outcome = isPlainWrite(write) ? outcomeOf(step, time, nowMs) : undefined;
    assertAllowed(caller, step, outcome?.document.fields);
    if (outcome) pending.set(name, outcome.document);
    else if (write.delete !== undefined && step.before) pending.set(name, undefined);
    steps.push({ ...step, results: outcome?.results ?? [] });
  }
  for (const { before, write } of steps) assertPrecondition(before, write.currentDocument);

  const writeResults = steps.map(({ name, write, before, results }): WriteResult => {
    const after = write.verify === undefined ? pending.get(name) : before;
    return {
      ...(after && { updateTime: printTime(after.updatedAt) }),
      ...(results.length > 0 && { transformResults: results }),
    };
  });
  const changes: Change[] = [...pending]
    .filter(([name, document]) => document?.updatedAt !== store.get(name)?.updatedAt)
    .map(([name, document]) => ({ name, document }));
  if (changes.length > 0) store.apply({ time, changes });
  return { writeResults, commitTime: printTime(time) };
}
