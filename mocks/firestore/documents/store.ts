import * as v from "valibot";
import type { Clock } from "../../core/clock.ts";
import { selectFields } from "./field-path.ts";
import { type Fields, FieldsSchema, type Micros, printTime } from "./value.ts";

export type StoredDocument = { name: string; fields: Fields; createdAt: Micros; updatedAt: Micros };

export const StoreSnapshot = v.object({
  lastTime: v.number(),
  documents: v.array(
    v.object({ name: v.string(), fields: FieldsSchema, createdAt: v.number(), updatedAt: v.number() }),
  ),
});

type StoreSnapshot = v.InferOutput<typeof StoreSnapshot>;

/** One document after a commit; undefined if it was deleted. */
export type Change = { name: string; document: StoredDocument | undefined };
export type Commit = { time: Micros; changes: Change[] };

/** @param mask the paths of the fields to show; default: all */
export function printDocument({ name, createdAt, updatedAt, ...document }: StoredDocument, mask?: string[]) {
  const fields = selectFields(document.fields, mask);
  return {
    name,
    ...(Object.keys(fields).length > 0 && { fields }),
    createTime: printTime(createdAt),
    updateTime: printTime(updatedAt),
  };
}

/** All documents of one project. Its times are strictly increasing, like Firestore's. */
export function createStore(clock: Pick<Clock, "now">) {
  const documents = new Map<string, StoredDocument>();
  const changes = new Map<string, Micros>();
  const listeners = new Set<(commit: Commit) => void>();
  let lastTime: Micros = 0;
  let epoch = 1;

  const nextCommitTime = () => {
    lastTime = Math.max(Math.floor(clock.now()) * 1000, lastTime + 1);
    return lastTime;
  };
  const applyCommit = (commit: Commit) => {
    for (const { name, document } of commit.changes) {
      changes.set(name, commit.time);
      if (document) documents.set(name, document);
      else documents.delete(name);
    }
    for (const listener of [...listeners]) listener(commit);
  };
  /** Replaces the whole state; listeners see it as one commit. */
  const replaceDocuments = (next: StoredDocument[]) => {
    epoch += 1;
    const gone = [...documents.keys()].filter((name) => !next.some((document) => document.name === name));
    applyCommit({
      time: nextCommitTime(),
      changes: [
        ...gone.map((name) => ({ name, document: undefined })),
        ...next.map((document) => ({ name: document.name, document })),
      ],
    });
  };

  return {
    get: (name: string) => documents.get(name),
    list: (collection: string) =>
      [...documents.values()]
        .filter(({ name }) => name.slice(0, name.lastIndexOf("/")) === collection)
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    /** The time of a read: never before the last commit, and before the next one. */
    readTime: (): Micros => {
      lastTime = Math.max(Math.floor(clock.now()) * 1000, lastTime);
      return lastTime;
    },
    nextTime: nextCommitTime,
    apply: applyCommit,
    /** Writes a whole document, past rules and preconditions. */
    put: (name: string, fields: Fields) => {
      const time = nextCommitTime();
      const createdAt = documents.get(name)?.createdAt ?? time;
      applyCommit({ time, changes: [{ name, document: { name, fields, createdAt, updatedAt: time } }] });
    },
    /** When the document last changed, including its deletion. */
    changedAt: (name: string) => changes.get(name),
    /** Changes at a restore or a clear, which invalidates older resume tokens. */
    epoch: () => epoch,
    subscribe: (listener: (commit: Commit) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => structuredClone({ lastTime, documents: [...documents.values()] }),
    restore: (snapshot: StoreSnapshot) => {
      lastTime = Math.max(lastTime, snapshot.lastTime);
      replaceDocuments(snapshot.documents);
    },
    clear: () => replaceDocuments([]),
    reset: () => {
      replaceDocuments([]);
      changes.clear();
      lastTime = 0;
    },
  };
}
export type Store = ReturnType<typeof createStore>;
