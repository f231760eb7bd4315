import * as v from "valibot";
import { invalidArgument } from "./api-error.ts";

/**
 * Building blocks of request schemas. Google's JSON reader is lenient in known ways, and so are these:
 * a number is taken where a string is expected, an enum may be given by its index, unknown fields are ignored.
 * A JSON null is a wrong type, not an absent field.
 * @see https://protobuf.dev/programming-guides/json/
 */
export const text = v.union([v.string(), v.pipe(v.number(), v.transform(String))], "must be string");
export const flag = v.boolean("must be boolean");
export const list = <Item extends v.GenericSchema>(item: Item) => v.array(item, "must be array");
export const record = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, "must be object");
/** An int64 travels as a string; a number is taken too. */
export const int64 = v.union(
  [v.pipe(v.string(), v.digits()), v.pipe(v.number(), v.integer(), v.transform(String))],
  "must be string",
);

/** One of the words, or its position in the list as Google numbers them (0 is the unspecified value). */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    v.union(
      [
        v.picklist(words),
        v.pipe(
          v.number(),
          v.integer(),
          v.transform((index) => words[index]),
          v.picklist(words),
        ),
      ],
      "must be equal to one of the allowed values",
    ),
    v.transform((word): Words[number] => word),
  );

/**
 * Parses a request against its schema.
 * @throws {ApiError} in the words of Google's emulator: `Invalid JSON payload received. /email must be string`
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = issue.path?.map(({ key }) => String(key)).join("/") ?? "";
  throw invalidArgument(`Invalid JSON payload received. /${path} ${issue.message}`);
}
