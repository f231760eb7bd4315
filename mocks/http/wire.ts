import * as v from "valibot";
import { invalidArgument } from "./api-error.ts";

/**
 * Building blocks of request schemas. Google's JSON parser is lenient in known ways, and these schemas are too: a
 * number is accepted as a string, an enum may be given by its index, unknown fields are ignored. A JSON null is a
 * wrong type, not a missing field.
 * @see https://protobuf.dev/programming-guides/json/
 */
const textOrNumber = () => v.union([v.string(), v.pipe(v.number(), v.transform(String))], "must be string");
export const text = textOrNumber();
export const flag = v.boolean("must be boolean");
export const listSchema = <Item extends v.GenericSchema>(item: Item) => v.array(item, "must be array");
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const mapSchema = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.custom<object>(isRecord, "must be object"), v.record(v.string(), item));
/**
 * Each field may be absent, as in every message of Google's. Fields are checked in their declared order, for the few
 * schemas that Google did not sort.
 */
export const recordSchemaInOrder = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<object>(isRecord, "must be object"), v.partial(v.object(entries, "must be object")));
/**
 * Fields are checked in alphabetical order, because Google's parser reports the first error in that order.
 * @param added fields of a later date, which Google checks last
 */
export const recordSchema = <Entries extends v.ObjectEntries>(
  entries: Entries,
  added: (keyof Entries)[] = [],
) => {
  const names = Object.keys(entries)
    .filter((name) => !added.includes(name))
    .sort((one, other) => (one < other ? -1 : 1));
  const sorted: v.ObjectEntries = {};
  for (const name of [...names, ...added]) Object.assign(sorted, { [name]: entries[name] });
  return recordSchemaInOrder(sorted as Entries);
};
/** Fields of one schema: `...fieldsOf(text, "email", "password")`. */
export const fieldsOf = <Schema extends v.GenericSchema, const Name extends string>(
  schema: Schema,
  ...names: Name[]
) => Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
/** The same for a `v.object`, in which a field is not optional by itself. */
export const optionalFields = <Schema extends v.GenericSchema, const Name extends string>(
  schema: Schema,
  ...names: Name[]
) => fieldsOf(v.optional(schema), ...names);

const EXPONENT = /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i;

function parseBigint(wire: string): bigint | undefined {
  if (EXPONENT.test(wire)) return Number.isInteger(Number(wire)) ? BigInt(Number(wire)) : undefined;
  const digits = /^\+?(-?\d+)(\.0+)?$/.exec(wire)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

/** An int64 in decimal digits, from a string or a number: `"+7"`, `"7.0"` and `7` are the same. */
export const int64 = v.pipe(
  textOrNumber(),
  v.transform(parseBigint),
  v.transform((integer) =>
    integer !== undefined && BigInt.asIntN(64, integer) === integer ? String(integer) : undefined,
  ),
  v.string('must match format "int64"'),
);
export const number = v.number("must be number");
export const int32 = v.pipe(
  v.number("must be integer"),
  v.integer("must be integer"),
  v.check((integer) => (integer | 0) === integer, 'must match format "int32"'),
);

export const primitiveToText = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;

/** `update_mask` and `updateMask` are two spellings of one name. */
export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const encodeBase64Json = (value: unknown): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes));
};

/** Decodes a value of `encodeBase64Json`; undefined for any other text. */
export function decodeBase64Json(encoded: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** One of the names, or its index in Google's list (0 is the unspecified value). */
export const enumSchema = <const Words extends readonly string[]>(words: Words) =>
  v.pipe(
    text,
    v.transform((word) => (/^\d+$/.test(word) ? words[Number(word)] : undefined) ?? word),
    v.picklist(words, "must be equal to one of the allowed values"),
    v.transform((word): Words[number] => word),
  );

/**
 * Parses a request with its schema.
 * @throws {ApiError} with the messages of Google's emulator: `Invalid JSON payload received. /email must be string`
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = issue.path?.map(({ key }) => `/${String(key)}`).join("") ?? "";
  throw invalidArgument(`Invalid JSON payload received. ${path} ${issue.message}`);
}
