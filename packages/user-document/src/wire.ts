import * as v from "valibot";

/** A document in the server's form; its fields are decoded later, with the caller's schema. */
const WireDocument = v.object({
  // A document without fields has no such member.
  fields: v.optional(v.unknown(), {}),
  createTime: v.string(),
  updateTime: v.string(),
});
export type WireDocument = v.InferOutput<typeof WireDocument>;

export const ServerError = v.object({ code: v.optional(v.number()), status: v.optional(v.string()) });

/** A refusal. Streaming methods wrap it in an array, which the reader removes first. */
export const ErrorEnvelope = v.object({ error: ServerError });

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet */
export const BatchGetResponse = v.tuple([
  v.object({ found: v.optional(WireDocument), readTime: v.string() }),
]);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit */
export const CommitResponse = v.object({ commitTime: v.string() });

const targetIds = v.optional(v.array(v.number()), []);

/** @see https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenresponse */
export const ListenResponse = v.object({
  targetChange: v.optional(
    v.object({
      // An absent type means no change, and unknown types are ignored.
      targetChangeType: v.optional(v.string()),
      targetIds,
      resumeToken: v.optional(v.string()),
      readTime: v.optional(v.string()),
      cause: v.optional(ServerError),
    }),
  ),
  documentChange: v.optional(v.object({ document: WireDocument, targetIds })),
  documentDelete: v.optional(v.unknown()),
  documentRemove: v.optional(v.unknown()),
  filter: v.optional(v.object({ count: v.optional(v.number(), 0) })),
  error: v.optional(ServerError),
});

export const NumberedArrays = v.array(v.tuple([v.number(), v.array(v.unknown())]));

/** The first of them: `["c", session, host prefix, protocol, server version, keep-alive]`. */
export const SessionOpened = v.tuple([
  v.picklist(["c"]),
  v.string(),
  v.unknown(),
  v.unknown(),
  v.unknown(),
  v.number(),
]);

/** Times as text that sorts: a `Date` would cut the microseconds that tell two commits apart. */
export const sortableTime = (time: string): string => time.replace("Z", "").padEnd(20, ".").padEnd(29, "0");
