import type * as v from "valibot";
import {
  browserPlatform,
  documentNameOf,
  type Environment,
  type Place,
  type Platform,
} from "./environment.ts";
import { leafPaths, quoteSegment } from "./field-paths.ts";
import { createIdTokens } from "./id-tokens.ts";
import { commitWrite, readDocument } from "./rest.ts";
import { decodeSnapshot, type Snapshot } from "./snapshot.ts";
import { encodeFields, type FieldMap } from "./values.ts";
import type { WatchState } from "./view.ts";
import { createWatch, type WatchListener } from "./watch.ts";

export type UserDocumentOptions<Schema extends v.GenericSchema> = Place &
  Partial<Platform> & {
    /** What the decoded fields must be; its input type is what may be written. */
    readonly schema: Schema;
  };

export type WriteOptions = {
  /** Refuse (`failed-precondition`) if the document is no longer this version: a snapshot's `updateTime`. */
  readonly ifUpdateTime?: string;
};

export type UserDocument<Data, Input> = {
  /** Reads the document once. */
  get(): Promise<Snapshot<Data>>;
  /**
   * Writes the given fields and leaves all others as they are; creates the document if need be. Maps are merged
   * too. `merge` must be said, because replacing a whole document is how concurrent edits get lost.
   */
  set(fields: Partial<Input>, options: WriteOptions & { readonly merge: true }): Promise<void>;
  /** Writes the given fields of a document that must exist (`not-found`). Maps are replaced whole. */
  update(fields: Partial<Input>, options?: WriteOptions): Promise<void>;
  /** Removes one field of a document that must exist. */
  deleteField(field: keyof Input & string, options?: WriteOptions): Promise<void>;
  /** Deletes the document; that it was not there is no failure. */
  delete(options?: WriteOptions): Promise<void>;
  /**
   * Tells the listener the present state at once and every later one. All watchers share one stream. Returns the
   * function that ends the watch.
   */
  watch(listener: WatchListener<Data>): () => void;
  getState(): WatchState<Data>;
  /** For a "Try again" button: one attempt now, also after a permanent refusal. */
  retryNow(): void;
  /** To be called when the identity client holds a new ID token; without it the stream is renewed only when the server ends it with the old token. */
  tokenChanged(): void;
  /** Ends everything at once, on sign-out for instance; pending calls fail with `cancelled`. */
  dispose(): void;
};

/** Opens nothing yet: the first call or watch does. */
export const createUserDocument = <Schema extends v.GenericSchema>(
  options: UserDocumentOptions<Schema>,
): UserDocument<v.InferOutput<Schema>, v.InferInput<Schema>> => {
  const outside = { ...browserPlatform, ...options, url: options.url.replace(/\/$/, "") };
  const env: Environment = { ...outside, idTokens: createIdTokens(outside) };
  const name = documentNameOf(env);
  const schema = options.schema as v.GenericSchema<unknown, v.InferOutput<Schema>>;
  const ending = new AbortController();
  const { written, ...watch } = createWatch(env, schema, ending.signal);

  const commit = async (write: object, options: WriteOptions | undefined, exists?: true) => {
    const updateTime = options?.ifUpdateTime;
    const currentDocument = updateTime ? { updateTime } : exists && { exists };
    written(await commitWrite(env, ending.signal, { ...write, currentDocument }));
  };
  const update = (fields: Partial<v.InferInput<Schema>>, fieldPaths: string[]) => ({
    update: { name, fields: encodeFields(fields as FieldMap) },
    updateMask: { fieldPaths },
  });

  return {
    ...watch,
    get: async () => decodeSnapshot(schema, (await readDocument(env, ending.signal)).found),
    set: async (fields, options) => commit(update(fields, leafPaths(fields as FieldMap)), options),
    update: async (fields, options) =>
      commit(update(fields, Object.keys(fields).map(quoteSegment)), options, true),
    // A path that the mask names and the fields do not hold is removed.
    deleteField: async (field, options) => commit(update({}, [quoteSegment(field)]), options, true),
    delete: (options) => commit({ delete: name }, options),
    dispose: () => ending.abort(),
  };
};
