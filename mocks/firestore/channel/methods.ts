import * as v from "valibot";
import { type Caller, rules } from "../access/rules.ts";
import { FirestoreError, invalid } from "../documents/errors.ts";
import { type Micros, parseTime, printTime } from "../documents/scalars.ts";
import { type Commit, printDocument, type Store } from "../documents/store.ts";
import { assertInDatabase } from "../documents/value.ts";
import { commit, Write } from "../operations/commit.ts";
import type { Service } from "./session.ts";

/** @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenrequest */
const ListenRequest = v.object({
  database: v.string(),
  addTarget: v.optional(
    v.object({
      targetId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
      documents: v.optional(v.object({ documents: v.optional(v.array(v.string()), []) })),
      query: v.optional(v.unknown()),
      resumeToken: v.optional(v.string()),
      readTime: v.optional(v.string()),
      once: v.optional(v.boolean(), false),
    }),
  ),
  removeTarget: v.optional(v.number()),
});
type AddTarget = NonNullable<v.InferOutput<typeof ListenRequest>["addTarget"]>;

/** The content of a resume token, readable only for this server. */
const printToken = (epoch: number, time: Micros) => btoa(`${epoch}:${time}`);
const parseToken = (token: string): { epoch: number; time: Micros } | undefined => {
  try {
    const [epoch, time] = atob(token).split(":").map(Number);
    return epoch !== undefined && time !== undefined && !Number.isNaN(epoch + time)
      ? { epoch, time }
      : undefined;
  } catch {
    return undefined;
  }
};

/** The Listen method: sends the changes of each target, and a global snapshot when all targets are consistent. */
export function listen(
  store: Store,
  caller: Caller,
  session: { send(message: unknown): void; finish(): void },
): Service {
  const targets = new Map<number, readonly string[]>();

  const point = (time: Micros) => ({
    resumeToken: printToken(store.epoch(), time),
    readTime: printTime(time),
  });
  const change = (targetChangeType: string, targetId: number, rest: object = {}) =>
    session.send({ targetChange: { targetChangeType, targetIds: [targetId], ...rest } });
  const tellDocument = (name: string, targetIds: number[], time: Micros) => {
    const document = store.get(name);
    session.send(
      document
        ? { documentChange: { document: printDocument(document), targetIds } }
        : { documentDelete: { document: name, readTime: printTime(time), removedTargetIds: targetIds } },
    );
  };
  /** Sends the global snapshot: all changes sent before it are consistent at this time. */
  const tellConsistent = (time: Micros) => session.send({ targetChange: point(time) });

  /** The time of the client's resume token or `read_time`; undefined if it has neither. */
  const resumedFrom = ({ resumeToken, readTime }: AddTarget): Micros | undefined => {
    if (readTime !== undefined) return parseTime(readTime);
    const token = parseToken(resumeToken ?? "");
    return token?.epoch === store.epoch() && token.time <= store.readTime() ? token.time : undefined;
  };

  const add = (database: string, target: AddTarget) => {
    let targetId = target.targetId;
    if (targetId === 0) while (targets.has(++targetId));
    if (targets.has(targetId)) throw invalid(`Target id ${targetId} is in use.`);
    change("ADD", targetId);
    try {
      if (!target.documents) {
        rules.list(caller);
        throw new FirestoreError("UNIMPLEMENTED", "This stand-in listens to documents, not to queries.");
      }
      const names = target.documents.documents.map((name) => assertInDatabase(database, name));
      for (const name of names) rules.get(caller, name);
      const time = store.readTime();
      const isResuming = target.resumeToken || target.readTime;
      const from = isResuming ? resumedFrom(target) : undefined;
      if (isResuming && from === undefined) change("RESET", targetId, point(time));
      const news = names.filter((name) => from === undefined || (store.changedAt(name) ?? 0) > from);
      for (const name of news) tellDocument(name, [targetId], time);
      if (from !== undefined) {
        const count = names.filter((name) => store.get(name)).length;
        session.send({ filter: { targetId, count } });
      }
      change("CURRENT", targetId, point(time));
      tellConsistent(time);
      if (target.once) change("REMOVE", targetId);
      else targets.set(targetId, names);
    } catch (error) {
      if (!(error instanceof FirestoreError)) throw error;
      change("REMOVE", targetId, { cause: error.toCause() });
    }
  };

  const onCommit = ({ time, changes }: Commit) => {
    let told = false;
    for (const { name } of changes) {
      const targetIds = [...targets].filter(([, names]) => names.includes(name)).map(([id]) => id);
      if (targetIds.length === 0) continue;
      told = true;
      tellDocument(name, targetIds, time);
    }
    if (told) tellConsistent(time);
  };
  const unsubscribe = store.subscribe(onCommit);

  return {
    receive: (message) => {
      const request = v.safeParse(ListenRequest, message);
      if (!request.success) throw invalid("The listen request has the wrong form.");
      const { database, addTarget, removeTarget } = request.output;
      if (addTarget) add(database, addTarget);
      else if (removeTarget !== undefined && targets.delete(removeTarget)) change("REMOVE", removeTarget);
    },
    close: unsubscribe,
  };
}

/** @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#writerequest */
const WriteRequest = v.object({
  database: v.optional(v.string()),
  streamToken: v.optional(v.string()),
  writes: v.optional(v.array(Write)),
});

/** The Write method: a handshake that names the database, then one commit per message, answered in order. */
export function write(
  store: Store,
  caller: Caller,
  session: { send(message: unknown): void },
  now: () => number,
): Service {
  let database: string | undefined;
  let commits = 0;
  return {
    receive: (message) => {
      const request = v.safeParse(WriteRequest, message);
      if (!request.success) throw invalid("The write request has the wrong form.");
      const { writes } = request.output;
      if (database === undefined) {
        database = request.output.database;
        if (database === undefined) throw invalid("The first message of a write stream names the database.");
        return session.send({ streamId: "1", streamToken: btoa("0") });
      }
      // A client acknowledges with an empty list; only writes get results.
      if (!writes?.length) return session.send({ streamToken: btoa(String(commits)) });
      const answer = commit({ store, caller, database, nowMs: now() }, writes);
      commits += 1;
      session.send({ streamToken: btoa(String(commits)), ...answer });
    },
    close: () => {},
  };
}
