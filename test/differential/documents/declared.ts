import * as v from "valibot";
import type { Command } from "./commands.ts";
import type { Answer } from "./compare.ts";

type Difference = { command: Command; google: Answer; ours: Answer };
/** A deliberate difference: `what` is the row of the table in `docs/generated/firestore-differences.md` that gives the reason. */
export type Declared = { what: string; covers(difference: Difference): boolean };

const Commit = v.object({
  writes: v.array(
    v.object({
      update: v.optional(v.object({ name: v.string() })),
      delete: v.optional(v.string()),
      verify: v.optional(v.string()),
      currentDocument: v.optional(v.unknown()),
    }),
  ),
});

/** Whether a commit has two writes to one document and the later one has a precondition. */
function hasLatePrecondition(body: unknown): boolean {
  const parsed = v.safeParse(Commit, body);
  if (!parsed.success) return false;
  const names = parsed.output.writes.map((write) => write.update?.name ?? write.delete ?? write.verify);
  return parsed.output.writes.some(
    ({ currentDocument }, index) => currentDocument !== undefined && names.indexOf(names[index]) < index,
  );
}

const Results = v.object({ writeResults: v.array(v.object({ updateTime: v.optional(v.string()) })) });

/** Whether a commit verifies a document that does not exist, so that its result has no version. */
function verifiesAbsent(body: unknown, answer: unknown): boolean {
  const [sent, results] = [v.safeParse(Commit, body), v.safeParse(Results, answer)];
  if (!sent.success || !results.success) return false;
  return sent.output.writes.some(
    ({ verify }, index) =>
      verify !== undefined && results.output.writeResults[index]?.updateTime === undefined,
  );
}

const Appends = v.object({
  writes: v.array(
    v.object({
      updateTransforms: v.optional(
        v.array(
          v.object({
            appendMissingElements: v.optional(v.object({ values: v.array(v.unknown()) })),
          }),
        ),
        [],
      ),
    }),
  ),
});

const Listed = v.union([
  v.object({ arrayValue: v.unknown() }),
  v.object({ mapValue: v.object({ fields: v.object({ __type__: v.unknown() }) }) }),
]);

/** Whether a transform appends an array or a vector. */
function appendsList(body: unknown): boolean {
  const sent = v.safeParse(Appends, body);
  if (!sent.success) return false;
  return sent.output.writes.some(({ updateTransforms }) =>
    updateTransforms.some(({ appendMissingElements }) =>
      appendMissingElements?.values.some((value) => v.is(Listed, value)),
    ),
  );
}

/** Whether a commit has a map of an unknown type, and a transform, which may replace it. */
function hasTypeAndTransform(body: unknown): boolean {
  const text = JSON.stringify(body);
  return /"__type__":\{"stringValue":"(?!__vector__")/.test(text) && text.includes('"updateTransforms"');
}

export const declared: readonly Declared[] = [
  {
    what: "a second write to one document in a commit with a precondition",
    covers: ({ command, google }) => google.status === 400 && hasLatePrecondition(command.body),
  },
  {
    what: "a transform that no document can store",
    covers: ({ command, google, ours }) =>
      // Our server refuses the write before it checks preconditions.
      google.status !== 400 && ours.status === 400 && appendsList(command.body),
  },
  {
    what: "a map of an unknown type that a transform of the same commit replaces",
    covers: ({ command, google, ours }) =>
      google.status === 400 && ours.status === 200 && hasTypeAndTransform(command.body),
  },
  {
    what: "a `verify` of a missing document",
    covers: ({ command, google, ours }) =>
      google.status === 200 && ours.status === 200 && verifiesAbsent(command.body, ours.body),
  },
  {
    what: "a malformed value that the rules refuse as well",
    covers: ({ google, ours }) => google.status === 403 && ours.status === 400,
  },
];

/** Rows of the table that no random call reaches, with the test that shows our behavior. */
export const elsewhere: Readonly<Record<string, string>> = {
  "resume tokens": "test/mocks/firestore/channel.test.ts",
  "a target with `once`": "test/mocks/firestore/channel.test.ts",
  "a target ID that is in use": "test/mocks/firestore/channel.test.ts",
  "a write that changes nothing": "test/mocks/firestore/channel.test.ts",
  "signed ID tokens": "test/mocks/firestore/channel.test.ts",
  "a malformed token in a handshake": "test/mocks/firestore/channel.test.ts",
  "`patch` with `currentDocument.updateTime`": "test/mocks/firestore/rest.test.ts",
  "message of a refusal": "test/mocks/firestore/rest.test.ts",
  "documents of other databases": "test/mocks/firestore/rest.test.ts",
  "a precondition `exists` that is neither true nor false": "test/mocks/firestore/values.test.ts",
  "the double −0": "test/mocks/firestore/values.test.ts",
  "an integer above 2^53 as a JSON number": "test/mocks/firestore/values.test.ts",
  "queries, sorted lists, batch writes, new IDs, transactions by ID, reads of the past, collection listeners":
    "test/mocks/firestore/values.test.ts",
};
