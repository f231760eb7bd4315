import * as v from "valibot";
import { parseTime, printTimestamp } from "../time.ts";

/** A stored value, as on the wire: always exactly one member. */
export type Value = { [kind: string]: unknown };
export type Fields = { [name: string]: Value };

const MAX_STRING_BYTES = 1_048_487;
const byteLength = (text: string) => new TextEncoder().encode(text).length;

/** Determines the kind of a value, and refuses a value with two kinds or none. */
const kind = <Name extends string, T>(name: Name, schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.strictObject({ [name]: schema } as Record<Name, typeof schema>),
    v.transform((wire): Value => ({ [name]: (wire as Record<Name, T>)[name] })),
  );

const INT64 = /^-?\d{1,19}$/;
const isInt64 = (text: string) => INT64.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const timestamp = v.pipe(
  v.string(),
  v.check((text) => parseTime(text) !== undefined),
  v.transform((text) => printTimestamp(parseTime(text) ?? 0)),
);
const double = v.union([
  v.number(),
  v.picklist(["NaN", "Infinity", "-Infinity"]),
  // Protobuf accepts a number in quotes too.
  v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i), v.transform(Number)),
]);
const degrees = (limit: number) => v.optional(v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit)));

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Value */
export const ValueSchema: v.GenericSchema<unknown, Value> = v.union([
  kind(
    "nullValue",
    v.pipe(
      v.union([v.null(), v.literal("NULL_VALUE")]),
      v.transform(() => null),
    ),
  ),
  kind("booleanValue", v.boolean()),
  kind(
    "integerValue",
    v.pipe(v.union([v.string(), v.pipe(v.number(), v.safeInteger())]), v.transform(String), v.check(isInt64)),
  ),
  kind("doubleValue", double),
  kind("timestampValue", timestamp),
  kind(
    "stringValue",
    v.pipe(
      // A number is accepted as text.
      v.union([v.string(), v.pipe(v.number(), v.transform(String))]),
      v.check((text) => byteLength(text) <= MAX_STRING_BYTES),
    ),
  ),
  kind("bytesValue", v.pipe(v.string(), v.base64())),
  kind("referenceValue", v.pipe(v.string(), v.startsWith("projects/"))),
  kind("geoPointValue", v.object({ latitude: degrees(90), longitude: degrees(180) })),
  kind(
    "arrayValue",
    v.pipe(
      v.strictObject({ values: v.optional(v.array(v.lazy(() => ValueSchema))) }),
      v.check(
        ({ values }) => !values?.some((value) => "arrayValue" in value),
        "an array directly in an array",
      ),
      // Empty containers are sent without their member.
      v.transform(({ values }) => (values?.length ? { values } : {})),
    ),
  ),
  kind(
    "mapValue",
    v.pipe(
      v.strictObject({ fields: v.optional(v.lazy(() => FieldsSchema)) }),
      v.transform(({ fields }) => (fields && Object.keys(fields).length > 0 ? { fields } : {})),
    ),
  ),
]);

/** Names between double underscores are Google's own. */
const isReserved = (name: string) => /^__.*__$/.test(name);

export const FieldsSchema: v.GenericSchema<unknown, Fields> = v.pipe(
  v.record(v.string(), ValueSchema),
  v.check((fields) => !Object.keys(fields).some((name) => name === "" || isReserved(name))),
);
