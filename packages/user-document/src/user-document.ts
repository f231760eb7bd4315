import type * as v from "valibot";
import { leafPaths, quoteSegment } from "./field-paths.ts";
import { browserPlatform, type Platform } from "./platform.ts";
import { createRest, type Place } from "./rest.ts";
import { encodeFields, type FieldValue } from "./values.ts";
import { createWatch, decodeSnapshot } from "./watch.ts";
import type { Snapshot, WatchListener, WatchState } from "./watch-state.ts";

type Writable = { readonly [field: string]: FieldValue };

export type UserDocumentOptions<Schema extends v.GenericSchema> = Partial<Platform> & {
  /** Firestore's origin, `https://firestore.googleapis.com`; the only server that is ever called. */
  readonly url: string;
  readonly projectId: string;
  readonly uid: string;
  /** What the decoded fields must be; its input type is what may be written. */
  readonly schema: Schema;
  /** Gives a valid ID token. With `forceRefresh` the server has just refused the one it gave before. */
  readonly getIdToken: (options: { forceRefresh: boolean }) => Promise<string>;
  /** Only needed where the project restricts its keys. */
  readonly apiKey?: string;
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
  /** To be called when the identity client holds a new ID token; without it the next check finds out. */
  tokenChanged(): void;
  /** Ends everything at once, on sign-out for instance; pending calls fail with `cancelled`. */
  dispose(): void;
};

/** Opens nothing yet: the first call or watch does. */
export const createUserDocument = <Schema extends v.GenericSchema>(
  options: UserDocumentOptions<Schema>,
): UserDocument<v.InferOutput<Schema>, v.InferInput<Schema>> => {
  const platform: Platform = { ...browserPlatform(), ...options };
  const database = `projects/${options.projectId}/databases/(default)`;
  const place: Place = {
    url: options.url.replace(/\/$/, ""),
    database,
    documentName: `${database}/documents/users/${options.uid}`,
    apiKey: options.apiKey,
    getIdToken: options.getIdToken,
  };
  const ending = new AbortController();
  const rest = createRest(platform, place, ending.signal);
  const schema = options.schema as v.GenericSchema<unknown, v.InferOutput<Schema>>;
  const watch = createWatch(platform, place, rest, schema);

  const commit = async (
    write: Record<string, unknown>,
    { ifUpdateTime }: WriteOptions,
    precondition?: { exists: true },
  ) => {
    const currentDocument = ifUpdateTime === undefined ? precondition : { updateTime: ifUpdateTime };
    await rest.commit({ ...write, ...(currentDocument && { currentDocument }) });
    watch.written();
  };
  const updateOf = (fields: Writable, fieldPaths: string[]) => ({
    update: { name: place.documentName, fields: encodeFields(fields) },
    updateMask: { fieldPaths },
  });

  return {
    get: async () => decodeSnapshot(schema, (await rest.read()).document),
    set: async (fields, writeOptions) =>
      commit(updateOf(fields as Writable, leafPaths(fields as Writable)), writeOptions),
    update: async (fields, writeOptions = {}) =>
      commit(updateOf(fields as Writable, Object.keys(fields).map(quoteSegment)), writeOptions, {
        exists: true,
      }),
    // A path that the mask names and the fields do not hold is removed.
    deleteField: async (field, writeOptions = {}) =>
      commit(updateOf({}, [quoteSegment(field)]), writeOptions, { exists: true }),
    delete: async (writeOptions = {}) => commit({ delete: place.documentName }, writeOptions),
    watch: watch.watch,
    getState: watch.getState,
    retryNow: watch.retryNow,
    tokenChanged: watch.tokenChanged,
    dispose: () => {
      ending.abort();
      watch.dispose();
    },
  };
};
