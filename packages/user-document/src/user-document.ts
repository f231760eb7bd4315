import type * as v from "valibot";
import {
  browserPlatform,
  documentNameOf,
  type Environment,
  type Place,
  type Platform,
} from "./environment.ts";
import { createAuthorize } from "./id-tokens.ts";
import { commitWrite, readDocument } from "./rest.ts";
import { encodeFields, type FieldMap, leafPaths, quoteSegment } from "./values.ts";
import { decodeSnapshot, type Snapshot, type WatchState } from "./view.ts";
import { createWatch, type WatchListener } from "./watch.ts";

export type UserDocumentOptions<Schema extends v.GenericSchema> = Place &
  Partial<Platform> & {
    /** The schema of the decoded fields; its input type is what may be written. */
    readonly schema: Schema;
  };

export type WriteOptions = {
  /** Refuse (`failed-precondition`) if the document has another version than this: a snapshot's `updateTime`. */
  readonly ifUpdateTime?: string;
};

export type UserDocument<Data, Input> = {
  /** Reads the document once. */
  get(): Promise<Snapshot<Data>>;
  /**
   * Writes the given fields and keeps all others; creates the document if needed. Merges maps too. `merge` must be
   * explicit, because replacing a whole document loses concurrent edits. With `ifMissing`, refuses (`already-exists`) if
   * the document exists; not to be combined with `ifUpdateTime`.
   */
  set(
    fields: Partial<Input>,
    options: WriteOptions & { readonly merge: true; readonly ifMissing?: boolean },
  ): Promise<void>;
  /** Writes the given fields of an existing document (`not-found` otherwise). Replaces maps whole. */
  update(fields: Partial<Input>, options?: WriteOptions): Promise<void>;
  /** Removes one field of an existing document. */
  deleteField(field: keyof Input & string, options?: WriteOptions): Promise<void>;
  /** Deletes the document; a missing document is no failure. */
  delete(options?: WriteOptions): Promise<void>;
  /** Calls the listener now and after every change. All watchers share one stream. Returns its end. */
  watch(listener: WatchListener<Data>): () => void;
  getState(): WatchState<Data>;
  /** Makes one immediate attempt, even after a permanent refusal. Call it from a "Try again" button. */
  retryNow(): void;
  /** Call this when the identity client has a new ID token; otherwise the stream changes it only when it is refused. */
  tokenChanged(): void;
  /** Ends everything immediately, for example on sign-out; pending calls fail with `cancelled`. */
  dispose(): void;
};

/**
 * Does not connect; the first call or watch does.
 * @throws TypeError without `url`. Its methods reject with a UserDocumentError: a read with `permission-denied` or
 * `malformed-document`, a write with `permission-denied`, `not-found`, `already-exists` or `failed-precondition`. Each
 * also with `network-failed`, `deadline-exceeded` (15 s), `token-unavailable`, `unauthenticated`, `unavailable` and
 * `cancelled`.
 */
export const createUserDocument = <Schema extends v.GenericSchema>(
  options: UserDocumentOptions<Schema>,
): UserDocument<v.InferOutput<Schema>, v.InferInput<Schema>> => {
  const given = { ...browserPlatform, ...options };
  const outside = {
    ...given,
    url: options.url.replace(/\/$/, ""),
    // A redirect would take the ID token and the document to another server.
    fetch: (url: string, init: RequestInit) => given.fetch(url, { ...init, redirect: "error" }),
  };
  const env: Environment = { ...outside, authorize: createAuthorize(outside, options) };
  const name = documentNameOf(env);
  const schema = options.schema as v.GenericSchema<unknown, v.InferOutput<Schema>>;
  const ending = new AbortController();
  const { written, ...watch } = createWatch(env, schema, ending.signal);

  const commitChange = async (write: object, options: WriteOptions | undefined, exists?: boolean) => {
    const updateTime = options?.ifUpdateTime;
    const condition = exists === undefined ? undefined : { exists };
    const currentDocument = updateTime ? { updateTime } : condition;
    written(await commitWrite(env, ending.signal, { ...write, currentDocument }));
  };
  const createUpdate = (fields: Partial<v.InferInput<Schema>>, fieldPaths: string[]) => ({
    update: { name, fields: encodeFields(fields as FieldMap) },
    updateMask: { fieldPaths },
  });

  return {
    ...watch,
    get: async () => decodeSnapshot(schema, (await readDocument(env, ending.signal)).found),
    set: async (fields, options) =>
      commitChange(
        createUpdate(fields, leafPaths(fields as FieldMap)),
        options,
        options.ifMissing ? false : undefined,
      ),
    update: async (fields, options) =>
      commitChange(createUpdate(fields, Object.keys(fields).map(quoteSegment)), options, true),
    // A path in the mask without a value in the fields is removed.
    deleteField: async (field, options) =>
      commitChange(createUpdate({}, [quoteSegment(field)]), options, true),
    delete: (options) => commitChange({ delete: name }, options),
    dispose: () => ending.abort(),
  };
};
