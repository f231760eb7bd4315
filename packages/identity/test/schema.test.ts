import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { tryParse } from "../src/lib/data.ts";
import * as ours from "../src/lib/schema.ts";

const isText = (value: unknown) => typeof value === "string";

/** The same schema, made of the given functions. */
const theirs = v.object({
  id: v.custom<string>(isText),
  name: v.optional(v.custom<string>(isText)),
  tags: v.optional(v.array(v.custom<string>(isText)), []),
  inner: v.optional(v.object({ 0: v.object({ id: v.custom<string>(isText) }) })),
});
const schema = ours.object({
  id: ours.custom<string>(isText),
  name: ours.optional(ours.custom<string>(isText)),
  tags: ours.optional(ours.array(ours.custom<string>(isText)), []),
  inner: ours.optional(ours.object({ 0: ours.object({ id: ours.custom<string>(isText) }) })),
});

const some = fc.oneof(fc.string(), fc.constantFrom(undefined, null, 1, "", {}, []), fc.jsonValue());
const nearly = fc.record(
  {
    id: fc.oneof(fc.string(), some),
    name: some,
    tags: fc.oneof(fc.array(fc.string()), fc.array(some), some),
    inner: fc.oneof(fc.array(fc.record({ id: some })), fc.record({ 0: fc.record({ id: some }) }), some),
    other: some,
  },
  { requiredKeys: [] },
);

test("the client's schemas accept the same values as valibot's and name the same wrong member", () => {
  fc.assert(
    fc.property(fc.oneof(nearly, some), (value) => {
      const { success, output, issues } = v.safeParse(theirs, value);
      const wrong: string[] = [];
      schema(value, "", wrong);
      const path = issues?.[0].path?.map(({ key }) => `.${String(key)}`).join("") ?? "";
      expect(wrong[0]).toBe(success ? undefined : path);
      expect(tryParse(schema, value)).toEqual(success ? output : undefined);
    }),
    { numRuns: 2000 },
  );
});
