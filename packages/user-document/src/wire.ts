import * as v from "valibot";

/** A document as the server names it; its fields are decoded later, with the caller's schema. */
export const WireDocument = v.object({
  name: v.string(),
  // A document without fields has no such member.
  fields: v.optional(v.record(v.string(), v.unknown()), {}),
  createTime: v.string(),
  updateTime: v.string(),
});
export type WireDocument = v.InferOutput<typeof WireDocument>;

const ServerError = v.object({
  code: v.optional(v.number()),
  status: v.optional(v.string()),
});

/** A refusal; streaming methods wrap it in an array. */
export const ErrorEnvelope = v.union([
  v.object({ error: ServerError }),
  v.pipe(
    v.tuple([v.object({ error: ServerError })]),
    v.transform(([envelope]) => envelope),
  ),
]);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet */
export const BatchGetResponse = v.tuple([
  v.union([
    v.object({ found: WireDocument, readTime: v.string() }),
    v.pipe(
      v.object({ missing: v.string(), readTime: v.string() }),
      v.transform(({ readTime }) => ({ found: null, readTime })),
    ),
  ]),
]);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit */
export const CommitResponse = v.object({ commitTime: v.string() });

const targetIds = v.optional(v.array(v.number()), []);
const gone = v.object({ document: v.string() });

/** @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenresponse */
export const ListenResponse = v.object({
  targetChange: v.optional(
    v.object({
      // Absent means NO_CHANGE; words added later change nothing that is known here.
      targetChangeType: v.optional(v.string(), "NO_CHANGE"),
      targetIds,
      resumeToken: v.optional(v.string(), ""),
      readTime: v.optional(v.string()),
      cause: v.optional(ServerError),
    }),
  ),
  documentChange: v.optional(v.object({ document: WireDocument, targetIds, removedTargetIds: targetIds })),
  documentDelete: v.optional(gone),
  documentRemove: v.optional(gone),
  filter: v.optional(v.object({ count: v.optional(v.number(), 0) })),
  error: v.optional(ServerError),
});
export type ListenResponse = v.InferOutput<typeof ListenResponse>;

/** The first array of a WebChannel session: `["c", session, host prefix, protocol, server version, keep-alive]`. */
export const SessionOpened = v.pipe(
  v.looseTuple([
    v.literal("c"),
    v.string(),
    v.unknown(),
    v.literal(8),
    v.optional(v.unknown()),
    v.optional(v.nullable(v.number()), null),
  ]),
  v.transform(([, sessionId, , , , keepAliveMs]) => ({ sessionId, keepAliveMs: keepAliveMs ?? 30_000 })),
);

/** What one frame carries: numbered arrays. */
export const NumberedArrays = v.array(v.tuple([v.number(), v.array(v.unknown())]));

/**
 * Server times as text that sorts by time: they come with none, three, six or nine digits of a second, and a
 * `Date` would cut the microseconds that tell two commits apart.
 */
export const sortableTime = (time: string): string => {
  const [seconds = "", fraction = ""] = time.replace("Z", "").split(".");
  return `${seconds}.${fraction.padEnd(9, "0")}`;
};
