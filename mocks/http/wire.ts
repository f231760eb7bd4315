import * as v from "valibot";
import { invalidArgument } from "./api-error.ts";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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

/** The fields that have a value: a missing one neither replaces another nor deletes one. */
export const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

const text = v.union([v.string(), v.pipe(v.number(), v.transform(String))], "must be string");

const EXPONENT = /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i;

function parseBigint(wire: string): bigint | undefined {
  if (EXPONENT.test(wire)) return Number.isInteger(Number(wire)) ? BigInt(Number(wire)) : undefined;
  const digits = /^\+?(-?\d+)(\.0+)?$/.exec(wire)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}

/** An int64 in decimal digits, from a string or a number: `"+7"`, `"7.0"` and `7` are the same. */
export const int64 = v.pipe(
  text,
  v.transform(parseBigint),
  v.transform((integer) =>
    integer !== undefined && BigInt.asIntN(64, integer) === integer ? String(integer) : undefined,
  ),
  v.string('must match format "int64"'),
);
const int32 = v.pipe(
  v.number("must be integer"),
  v.integer("must be integer"),
  v.check((integer) => (integer | 0) === integer, 'must match format "int32"'),
);

/** One of the names, or its index in Google's list (0 is the unspecified value). */
const enumSchema = (words: readonly string[]) =>
  v.pipe(
    text,
    v.transform((word) => (/^\d+$/.test(word) ? words[Number(word)] : undefined) ?? word),
    v.picklist(words, "must be equal to one of the allowed values"),
  );

const textSchema = (sample: string): v.GenericSchema => {
  if (sample === "int64") return int64;
  const limit = /^<=(\d+)$/.exec(sample)?.[1];
  if (limit === undefined) return sample === "" ? text : enumSchema(sample.split("|"));
  return v.pipe(text, v.maxLength(Number(limit), `must NOT have more than ${limit} characters`));
};

type Sample = string | number | boolean | readonly Sample[] | { readonly [name: string]: Sample };

/** The values that have a sample's form. Each field may be absent, as in every message of Google's. */
export type ValueOf<Of> = Of extends string
  ? string
  : Of extends number
    ? number
    : Of extends boolean
      ? boolean
      : Of extends readonly (infer Item)[]
        ? ValueOf<Item>[]
        : Of extends { "*": infer Item }
          ? Record<string, ValueOf<Item>>
          : { [Name in keyof Of]?: ValueOf<Of[Name]> | undefined };

function createSchema(sample: Sample): v.GenericSchema {
  if (typeof sample === "string") return textSchema(sample);
  if (typeof sample === "number") return sample === 0 ? int32 : v.number("must be number");
  if (typeof sample === "boolean") return v.boolean("must be boolean");
  if (Array.isArray(sample)) return v.array(createSchema(sample[0]), "must be array");
  const entries = Object.entries(sample).map(([name, of]) => [name, createSchema(of)] as const);
  const [[name, item] = []] = entries;
  return v.pipe(
    v.custom<object>(isRecord, "must be object"),
    name === "*" && item
      ? v.record(v.string(), item)
      : v.partial(v.object(Object.fromEntries(entries), "must be object")),
  );
}

/**
 * The schema of a request, made of a sample: `""` is any text, `"<=256"` text of a limited length, `"A|B"` one of
 * several words, `"int64"` such an integer as text, `0` an int32, `0.5` any number, `{ "*": … }` a map. Fields are
 * checked in the sample's order. Google's JSON parser is lenient in known ways, and these schemas are too: a number is
 * accepted as a string, an enum may be given by its index, unknown fields are ignored. A JSON null is a wrong type, not
 * a missing field.
 * @see https://protobuf.dev/programming-guides/json/
 */
export const schemaOf = <Of extends Sample>(sample: Of) =>
  createSchema(sample) as v.GenericSchema<unknown, ValueOf<Of>>;

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

/**
 * Parses a request with its schema.
 * @throws {ApiError} with the messages of Google's emulator: `Invalid JSON payload received. /email must be string`
 */
export function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown) {
  const result = v.safeParse(schema, body, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = issue.path?.map(({ key }) => `/${String(key)}`).join("") ?? "";
  throw invalidArgument(`Invalid JSON payload received. ${path} ${issue.message}`);
}
