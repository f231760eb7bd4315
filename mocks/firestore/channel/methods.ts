import * as v from "valibot";
import { decodeBase64Json, encodeBase64Json } from "../../http/wire.ts";
import { type Caller, noQueries, type Rules } from "../access/rules.ts";
import { FirestoreError, invalidArgument } from "../documents/errors.ts";
import { assertInDatabase } from "../documents/name.ts";
import { type Commit, printDocument, type Store } from "../documents/store.ts";
import { type Micros, parseTime, printTime } from "../documents/value.ts";
import { commitWrites, Write } from "../operations/commit.ts";
import type { Outgoing, Service } from "./session.ts";

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
const ResumeToken = v.fallback(v.object({ epoch: v.number(), time: v.number() }), { epoch: 0, time: 0 });

export type Documents = { store: Store; rules: Rules };

/** The Listen method: sends the changes of each target, and a global snapshot when all targets are consistent. */
export function createListenService({ store, rules }: Documents, caller: Caller, session: Outgoing): Service {
  const targets = new Map<number, readonly string[]>();

  const resumePointAt = (time: Micros) => ({
    resumeToken: encodeBase64Json({ epoch: store.epoch(), time }),
    readTime: printTime(time),
  });
  const sendTargetChange = (targetChangeType: string, targetId: number, rest: object = {}) =>
    session.send({ targetChange: { targetChangeType, targetIds: [targetId], ...rest } });
  const sendDocument = (name: string, targetIds: number[], time: Micros) => {
    const document = store.get(name);
    session.send(
      document
        ? { documentChange: { document: printDocument(document), targetIds } }
        : { documentDelete: { document: name, readTime: printTime(time), removedTargetIds: targetIds } },
    );
  };
  /** Sends the global snapshot: all changes sent before it are consistent at this time. */
  const sendGlobalSnapshot = (time: Micros) => session.send({ targetChange: resumePointAt(time) });

  /** The time of the client's resume token or `read_time`; undefined if it has neither. */
  const resumeTimeOf = ({ resumeToken, readTime }: AddTarget): Micros | undefined => {
    if (readTime !== undefined) return parseTime(readTime);
    const { epoch, time } = v.parse(ResumeToken, decodeBase64Json(resumeToken ?? ""));
    return epoch === store.epoch() && time <= store.readTime() ? time : undefined;
  };

  const refuseTarget = (targetId: number, error: unknown) => {
    if (!(error instanceof FirestoreError)) throw error;
    sendTargetChange("REMOVE", targetId, { cause: error.toCause() });
  };

  const startTarget = (database: string, target: AddTarget) => {
    let targetId = target.targetId;
    if (targetId === 0) while (targets.has(++targetId));
    if (targets.has(targetId)) throw invalidArgument(`Target id ${targetId} is in use.`);
    sendTargetChange("ADD", targetId);
    try {
      if (!target.documents) {
        rules.list(caller);
        throw noQueries();
      }
      const names = target.documents.documents.map((name) => assertInDatabase(database, name));
      for (const name of names) rules.get(caller, name, store.get(name)?.fields);
      const time = store.readTime();
      const isResuming = target.resumeToken || target.readTime;
      const from = isResuming ? resumeTimeOf(target) : undefined;
      if (isResuming && from === undefined) sendTargetChange("RESET", targetId, resumePointAt(time));
      const news = names.filter((name) => from === undefined || (store.changedAt(name) ?? 0) > from);
      for (const name of news) sendDocument(name, [targetId], time);
      if (from !== undefined) {
        const count = names.filter((name) => store.get(name)).length;
        session.send({ filter: { targetId, count } });
      }
      sendTargetChange("CURRENT", targetId, resumePointAt(time));
      sendGlobalSnapshot(time);
      if (target.once) sendTargetChange("REMOVE", targetId);
      else targets.set(targetId, names);
    } catch (error) {
      refuseTarget(targetId, error);
    }
  };

  /** Ends the targets whose rule does not allow the changed document. */
  const dropRefusedTargets = (name: string) => {
    for (const [targetId, names] of targets)
      try {
        if (names.includes(name)) rules.get(caller, name, store.get(name)?.fields);
      } catch (error) {
        targets.delete(targetId);
        refuseTarget(targetId, error);
      }
  };

  const sendCommit = ({ time, changes }: Commit) => {
    let told = false;
    for (const { name } of changes) {
      dropRefusedTargets(name);
      const targetIds = [...targets].filter(([, names]) => names.includes(name)).map(([id]) => id);
      if (targetIds.length === 0) continue;
      told = true;
      sendDocument(name, targetIds, time);
    }
    if (told) sendGlobalSnapshot(time);
  };
  const unsubscribe = store.subscribe(sendCommit);

  return {
    receive: (message) => {
      const request = v.safeParse(ListenRequest, message);
      if (!request.success) throw invalidArgument("The listen request has the wrong form.");
      const { database, addTarget, removeTarget } = request.output;
      if (addTarget) startTarget(database, addTarget);
      else if (removeTarget !== undefined && targets.delete(removeTarget))
        sendTargetChange("REMOVE", removeTarget);
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
export function createWriteService(
  { store, rules }: Documents,
  caller: Caller,
  session: Outgoing,
  now: () => number,
): Service {
  let database: string | undefined;
  let commits = 0;
  return {
    receive: (message) => {
      const request = v.safeParse(WriteRequest, message);
      if (!request.success) throw invalidArgument("The write request has the wrong form.");
      const { writes } = request.output;
      if (database === undefined) {
        database = request.output.database;
        if (database === undefined)
          throw invalidArgument("The first message of a write stream names the database.");
        return session.send({ streamId: "1", streamToken: btoa("0") });
      }
      // A client acknowledges with an empty list; only writes get results.
      if (!writes?.length) return session.send({ streamToken: btoa(String(commits)) });
      const answer = commitWrites({ store, rules, caller, database, nowMs: now() }, writes);
      commits += 1;
      session.send({ streamToken: btoa(String(commits)), ...answer });
    },
    close: () => {},
  };
}
