import * as v from "valibot";
import { isRecord } from "../../http/wire.ts";
import type { Caller, Rules } from "../access/rules.ts";
import { FirestoreError, invalidArgument } from "../documents/errors.ts";
import { parseMask, valueAt, withValueAt } from "../documents/field-path.ts";
import { assertInDatabase, assertNameSize, pathOf } from "../documents/name.ts";
import { type Change, printDocument, type Store, type StoredDocument } from "../documents/store.ts";
import { applyTransforms, assertSeparatePaths, FieldTransform } from "../documents/transform.ts";
import {
  areFieldsStorable,
  bool,
  DocumentFields,
  documentSize,
  type Fields,
  messageSchema,
  parseTime,
  printTime,
  text,
  timestamp,
  type Value,
} from "../documents/value.ts";

const MAX_DOCUMENT_BYTES = 1_048_576;

const Precondition = v.pipe(
  messageSchema({ exists: v.optional(bool), updateTime: v.optional(timestamp) }),
  v.check(({ exists, updateTime }) => exists === undefined || updateTime === undefined),
);
type Precondition = v.InferOutput<typeof Precondition>;
export const Mask = messageSchema({ fieldPaths: v.optional(v.array(text), []) });

/** A document as a client sends it. The server sets its times. */
export const SentDocument = messageSchema({
  name: v.optional(v.string(), ""),
  fields: v.optional(DocumentFields, {}),
  createTime: v.optional(timestamp),
  updateTime: v.optional(timestamp),
});
const Transform = messageSchema({
  document: v.string(),
  fieldTransforms: v.pipe(v.array(FieldTransform), v.minLength(1)),
});

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Write */
export const Write = v.pipe(
  messageSchema({
    update: v.optional(SentDocument),
    delete: v.optional(v.string()),
    verify: v.optional(v.string()),
    transform: v.optional(Transform),
    updateMask: v.optional(Mask),
    updateTransforms: v.optional(v.array(FieldTransform), []),
    currentDocument: v.optional(Precondition),
  }),
  v.check(
    (write) => [write.update, write.delete, write.verify, write.transform].filter(Boolean).length === 1,
    "exactly one operation",
  ),
  v.check(
    ({ update, updateMask, updateTransforms }) =>
      update !== undefined || (!updateMask && updateTransforms.length === 0),
    "a mask and transforms for updates only",
  ),
  v.check(
    ({ verify, currentDocument }) => verify === undefined || Object.keys(currentDocument ?? {}).length > 0,
    "a verify must contain a precondition",
  ),
);
export type Write = v.InferOutput<typeof Write>;

export type Access = { store: Store; rules: Rules; caller: Caller; database: string; nowMs: number };

export type WriteResult = { updateTime?: string; transformResults?: Value[] };

const assertPrecondition = (document: StoredDocument | undefined, condition: Precondition = {}) => {
  const { exists, updateTime } = condition;
  if (exists === true && !document) throw new FirestoreError("NOT_FOUND", "No document to update.");
  if (exists === false && document) throw new FirestoreError("ALREADY_EXISTS", "Document already exists.");
  if (updateTime === undefined) return;
  const expected = parseTime(updateTime);
  if (expected === undefined) throw invalidArgument(`Invalid time "${updateTime}".`);
  if (!document) throw new FirestoreError("NOT_FOUND", "No document to update.");
  if (document.updatedAt !== expected)
    throw new FirestoreError("FAILED_PRECONDITION", "The stored version does not match the required one.");
};

/** The new document. With a mask, only the fields of the mask change. */
const fieldsAfterWrite = (before: Fields | undefined, { update, updateMask }: Write): Fields => {
  const sent = update?.fields ?? {};
  if (!updateMask) return update ? sent : (before ?? {});
  return parseMask(updateMask.fieldPaths).reduce(
    (fields, path) => withValueAt(fields, path, valueAt(sent, path)),
    before ?? {},
  );
};

const documentNameOf = ({ update, delete: deleted, verify, transform }: Write): string =>
  update?.name ?? deleted ?? verify ?? transform?.document ?? "";

/** A document without its times and the order of its fields, to detect changes. */
const serializeFields = (fields: Fields) =>
  JSON.stringify(fields, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

/** A delete or a verify changes no field. Every other write has fields, transforms or both. */
const isPlainWrite = ({ delete: deleted, verify }: Write): boolean =>
  deleted === undefined && verify === undefined;

/** Checks a document after the whole commit, because a later write may replace what an earlier one has written. */
function assertStorable({ name, fields }: StoredDocument): void {
  if (!areFieldsStorable(fields, { depth: 1, pathBytes: 0, hasKnownTypes: true }))
    throw invalidArgument("A property contains an invalid nested entity.");
  if (documentSize(name, fields) > MAX_DOCUMENT_BYTES)
    throw invalidArgument(`maximum entity size is ${MAX_DOCUMENT_BYTES} bytes`);
}

const transformsOf = ({ updateTransforms, transform }: Write) => [
  ...updateTransforms,
  ...(transform?.fieldTransforms ?? []),
];

/** Checks that hold for every caller, before the rules. */
function assertWriteIsValid(database: string, write: Write): void {
  const name = assertInDatabase(database, documentNameOf(write));
  if (isPlainWrite(write)) assertNameSize(pathOf(name));
  parseMask(write.updateMask?.fieldPaths ?? []);
  assertSeparatePaths(transformsOf(write));
}

/**
 * Applies all writes in order, or none. Each write sees the earlier ones. The rules of all writes are checked
 * before the first precondition, and every result has the document's version after the whole commit.
 * @throws {FirestoreError}
 */
export function commitWrites({ store, rules, caller, database, nowMs }: Access, writes: readonly Write[]) {
  if (writes.length === 0) return {};
  for (const write of writes) assertWriteIsValid(database, write);
  const names = writes.map(documentNameOf);
  // A verify refers to the document before the commit, so the commit may not also write this document.
  for (const { verify } of writes)
    if (verify !== undefined && names.filter((name) => name === verify).length > 1)
      throw invalidArgument("The same document cannot be verified and written in a single request.");
  const pending = new Map<string, StoredDocument | undefined>();
  const time = store.nextTime();
  const steps = writes.map((write) => {
    const name = documentNameOf(write);
    const stored = store.get(name);
    const before = pending.has(name) ? pending.get(name) : stored;
    if (!isPlainWrite(write)) {
      if (write.delete !== undefined) pending.set(name, undefined);
      return { name, write, before, results: [] };
    }
    const written = fieldsAfterWrite(before?.fields, write);
    const { fields: after, results } = applyTransforms(written, transformsOf(write), nowMs);
    const createdAt = before?.createdAt ?? time;
    // A commit that changes nothing in the end keeps the version.
    const isSame =
      stored?.createdAt === createdAt && serializeFields(after) === serializeFields(stored.fields);
    pending.set(name, { name, fields: after, createdAt, updatedAt: isSame ? stored.updatedAt : time });
    return { name, write, before, after, results };
  });
  for (const document of pending.values()) if (document) assertStorable(document);
  for (const { name, write, before, after } of steps) {
    if (write.delete !== undefined) rules.delete(caller, name, before?.fields);
    else if (after === undefined) rules.get(caller, name, before?.fields);
    // With the precondition "must not exist", the write counts as a create for the rules, even if the document exists.
    else
      rules.write(caller, name, write.currentDocument?.exists === false ? undefined : before?.fields, after);
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

export const parsePrecondition = (query: URLSearchParams): Write["currentDocument"] => {
  const exists = query.get("currentDocument.exists")?.toLowerCase() ?? null;
  const updateTime = query.get("currentDocument.updateTime");
  if (exists !== null && exists !== "true" && exists !== "false")
    throw invalidArgument("exists must be a boolean");
  if (exists !== null) return { exists: exists === "true" };
  return updateTime === null ? undefined : { updateTime };
};

export const queryListOf = (query: URLSearchParams, name: string): string[] | undefined =>
  query.has(name) ? query.getAll(name) : undefined;

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/patch */
export function patchDocument(access: Access, update: Write["update"] & {}, query: URLSearchParams) {
  const fieldPaths = queryListOf(query, "updateMask.fieldPaths");
  const write: Write = {
    update,
    updateTransforms: [],
    updateMask: fieldPaths && { fieldPaths },
    currentDocument: parsePrecondition(query),
  };
  commitWrites(access, [write]);
  const written = access.store.get(update.name);
  if (!written) throw new FirestoreError("INTERNAL", "The document is gone.");
  return printDocument(written, queryListOf(query, "mask.fieldPaths"));
}
