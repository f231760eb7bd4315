import * as v from "valibot";
import type { Clock } from "../../core/clock.ts";
import { type Micros, printTime } from "./scalars.ts";
import { type Fields, FieldsSchema } from "./value.ts";

export type StoredDocument = { name: string; fields: Fields; createdAt: Micros; updatedAt: Micros };

const StoreSnapshot = v.object({
  lastTime: v.number(),
  documents: v.array(
    v.object({ name: v.string(), fields: FieldsSchema, createdAt: v.number(), updatedAt: v.number() }),
  ),
});

/** One document after a commit; undefined if it was deleted. */
export type Change = { name: string; document: StoredDocument | undefined };
export type Commit = { time: Micros; changes: Change[] };

export type Store = {
  get(name: string): StoredDocument | undefined;
  /** Every document below a collection, sorted by name. */
  list(collection: string): StoredDocument[];
  /** The time of a read: never before the last commit. */
  readTime(): Micros;
  /** A time for a commit, later than every earlier time. */
  nextTime(): Micros;
  /** Applies a whole commit at once and notifies listeners. */
  apply(commit: Commit): void;
  /** When the document last changed, including its deletion. */
  changedAt(name: string): Micros | undefined;
  /** Changes at a restore or a clear, which invalidates older resume tokens. */
  epoch(): number;
  subscribe(listener: (commit: Commit) => void): () => void;
  snapshot(): unknown;
  /** @throws {v.ValiError} if `restore` would throw */
  check(part: unknown): void;
  restore(part: unknown): void;
  clear(): void;
  /** Deletes all documents and resets the time. */
  reset(): void;
};

/** The document as the API sends it. */
export const printDocument = ({ name, fields, createdAt, updatedAt }: StoredDocument) => ({
  name,
  ...(Object.keys(fields).length > 0 && { fields }),
  createTime: printTime(createdAt),
  updateTime: printTime(updatedAt),
});

/** All documents of one project. Its times are strictly increasing, like Firestore's. */
export function createStore(clock: Pick<Clock, "now">): Store {
  const documents = new Map<string, StoredDocument>();
  const changes = new Map<string, Micros>();
  const listeners = new Set<(commit: Commit) => void>();
  let lastTime: Micros = 0;
  let epoch = 1;

  const nextTime = () => {
    lastTime = Math.max(Math.floor(clock.now()) * 1000, lastTime + 1);
    return lastTime;
  };
  const apply = (commit: Commit) => {
    for (const { name, document } of commit.changes) {
      changes.set(name, commit.time);
      if (document) documents.set(name, document);
      else documents.delete(name);
    }
    for (const listener of [...listeners]) listener(commit);
  };
  /** Replaces the whole state; listeners see it as one commit. */
  const replaceAll = (next: StoredDocument[]) => {
    epoch += 1;
    const gone = [...documents.keys()].filter((name) => !next.some((document) => document.name === name));
    apply({
      time: nextTime(),
      changes: [
        ...gone.map((name) => ({ name, document: undefined })),
        ...next.map((document) => ({ name: document.name, document })),
      ],
    });
  };

  return {
    get: (name) => documents.get(name),
    list: (collection) =>
      [...documents.values()]
        .filter(({ name }) => name.slice(0, name.lastIndexOf("/")) === collection)
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    readTime: () => Math.max(Math.floor(clock.now()) * 1000, lastTime),
    nextTime,
    apply,
    changedAt: (name) => changes.get(name),
    epoch: () => epoch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => structuredClone({ lastTime, documents: [...documents.values()] }),
    check: (part) => {
      v.parse(StoreSnapshot, part);
    },
    restore: (part) => {
      const parsed = v.parse(StoreSnapshot, part);
      lastTime = Math.max(lastTime, parsed.lastTime);
      replaceAll(parsed.documents);
    },
    clear: () => replaceAll([]),
    reset: () => {
      replaceAll([]);
      changes.clear();
      lastTime = 0;
    },
  };
}
