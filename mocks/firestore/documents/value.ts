import * as v from "valibot";
import { camelCase, mapOf, message } from "../proto-json.ts";
import { isDocumentName } from "./name.ts";
import { bool, bytes, degrees, double, int64, isNull, text, timestamp } from "./scalars.ts";

/** A stored value, as on the wire: always exactly one member. */
export type Value = { [kind: string]: unknown };
export type Fields = { [name: string]: Value };

/** Names between double underscores are Google's own. */
export const isReserved = (name: string): boolean => /^__.*__$/.test(name);

const lazyValue = v.lazy((): v.GenericSchema<unknown, Value> => ValueSchema);

export const FieldsSchema: v.GenericSchema<unknown, Fields> = v.pipe(
  mapOf(lazyValue),
  v.check((fields) => !Object.keys(fields).some((name) => name === "" || isReserved(name))),
);

const angle = (limit: number) => v.optional(degrees(limit));
/** Zero is protocol buffers' default, and a default is not printed. */
const withoutZeros = (place: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(place).filter(([, degree]) => degree));

const KINDS: Record<string, v.GenericSchema> = {
  booleanValue: bool,
  integerValue: int64,
  doubleValue: double,
  timestampValue: timestamp,
  stringValue: text,
  bytesValue: bytes,
  referenceValue: v.pipe(v.string(), v.check(isDocumentName)),
  geoPointValue: v.pipe(
    message({ latitude: angle(90), longitude: angle(180) }),
    v.transform((place) => withoutZeros(place)),
  ),
  arrayValue: v.pipe(
    message({ values: v.optional(v.array(lazyValue)) }),
    v.check(({ values }) => !values?.some((value) => "arrayValue" in value), "an array directly in an array"),
    // Empty containers are printed without their member.
    v.transform(({ values }) => (values?.length ? { values } : {})),
  ),
  mapValue: v.pipe(
    message({ fields: v.optional(FieldsSchema) }),
    v.transform(({ fields }) => (fields && Object.keys(fields).length > 0 ? { fields } : {})),
  ),
};

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Value */
export const ValueSchema: v.GenericSchema<unknown, Value> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const [[name = "", wire] = [], more] =
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const kind = camelCase(name);
    if (more === undefined && kind === "nullValue" && isNull(wire)) return { nullValue: null };
    const schema = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    const parsed = schema && more === undefined ? v.safeParse(schema, wire) : undefined;
    if (parsed?.success) return { [kind]: parsed.output };
    addIssue({ message: "must be a value of one known kind" });
    return NEVER;
  }),
);

const MAX_NESTING = 20;
const nestingOf = (value: Value): number => {
  const { arrayValue, mapValue } = value as {
    arrayValue?: { values?: Value[] };
    mapValue?: { fields?: Fields };
  };
  if (!arrayValue && !mapValue) return 0;
  const inner = arrayValue?.values ?? Object.values(mapValue?.fields ?? {});
  return 1 + Math.max(0, ...inner.map(nestingOf));
};

/** The fields of a document that somebody writes. */
export const DocumentFields = v.pipe(
  FieldsSchema,
  v.check((fields) => Object.values(fields).every((value) => nestingOf(value) <= MAX_NESTING)),
);
