import * as v from "valibot";
import { int64, toCamelCase } from "../../http/wire.ts";
import { bytesOf, isStorableName, MAX_NAME_BYTES, pathOf } from "./name.ts";
import {
  bool,
  bytes,
  degreesSchema,
  double,
  isNull,
  mapSchema,
  messageSchema,
  text,
  timestamp,
} from "./scalars.ts";

/** A stored value, as on the wire: always exactly one member. */
export type Value = { [kind: string]: unknown };
export type Fields = { [name: string]: Value };

/** Google reserves names between double underscores. */
export const isReservedName = (name: string): boolean => /^__.*__$/.test(name);

/** The values that contain others. */
export type Container = { arrayValue?: { values?: Value[] }; mapValue?: { fields?: Fields } };

type Vector = { mapValue: { fields: { value: { arrayValue: { values: Value[] } } } } };
const MAX_DIMENSIONS = 2048;

const isVectorType = (type: Value = {}): boolean => type["stringValue"] === "__vector__";

/** Whether the fields of a map are those of a vector, its type and its numbers, or of another type. */
function areTypedFields({ __type__: type = {}, value = {}, ...others }: Fields): boolean {
  if (!isVectorType(type)) return type["stringValue"] !== undefined && areFieldNames(others);
  const { values = [] } = (value as Container).arrayValue ?? {};
  return (
    Object.keys(others).length === 0 &&
    values.length > 0 &&
    values.length <= MAX_DIMENSIONS &&
    values.every(({ doubleValue = "NaN" }) => doubleValue !== "NaN")
  );
}

/** Whether a value is a vector. It is a map on the wire, but no path leads into it. */
export const isVector = (value: Value): value is Vector =>
  (value as Container).mapValue?.fields?.["__type__"] !== undefined;

const areFieldNames = (fields: Fields): boolean =>
  !Object.keys(fields).some((name) => name === "" || isReservedName(name));

const lazyValue = v.lazy((): v.GenericSchema<unknown, Value> => ValueSchema);

export const FieldsSchema: v.GenericSchema<unknown, Fields> = v.pipe(
  mapSchema(lazyValue),
  v.check(areFieldNames),
);
const MapFields = v.pipe(
  mapSchema(lazyValue),
  v.check((fields) => areFieldNames(fields) || areTypedFields(fields)),
);

const optionalDegrees = (limit: number) => v.optional(degreesSchema(limit));
/** Protocol buffers do not print default values, and zero is one. */
const omitZeros = (place: Record<string, number | undefined>) =>
  Object.fromEntries(Object.entries(place).filter(([, degree]) => degree));

const KINDS: Record<string, v.GenericSchema> = {
  booleanValue: bool,
  integerValue: int64,
  doubleValue: double,
  timestampValue: timestamp,
  stringValue: text,
  bytesValue: bytes,
  referenceValue: v.pipe(v.string(), v.check(isStorableName)),
  geoPointValue: v.pipe(
    messageSchema({ latitude: optionalDegrees(90), longitude: optionalDegrees(180) }),
    v.transform((place) => omitZeros(place)),
  ),
  arrayValue: v.pipe(
    messageSchema({ values: v.optional(v.array(lazyValue)) }),
    // Empty containers are printed without their member.
    v.transform(({ values }) => (values?.length ? { values } : {})),
  ),
  mapValue: v.pipe(
    messageSchema({ fields: v.optional(MapFields) }),
    v.transform(({ fields }) => (fields && Object.keys(fields).length > 0 ? { fields } : {})),
  ),
};

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Value */
export const ValueSchema: v.GenericSchema<unknown, Value> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const [[name = "", wire] = [], more] =
      typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const kind = toCamelCase(name);
    if (more === undefined && kind === "nullValue" && isNull(wire)) return { nullValue: null };
    const schema = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    const parsed = schema && more === undefined ? v.safeParse(schema, wire) : undefined;
    if (parsed?.success) return { [kind]: parsed.output };
    addIssue({ message: "must be a value of one known kind" });
    return NEVER;
  }),
);

const MAX_NESTING = 20;
/**
 * One level of a document: its depth, and the bytes of the path that leads to it. Types other than vectors are known
 * to no document, but a request may have them outside of its mask.
 */
type Level = { depth: number; pathBytes: number; hasKnownTypes?: boolean };

function isStorable(value: Value, level: Level): boolean {
  const { arrayValue, mapValue } = value as Container;
  const inner = { ...level, depth: level.depth + 1 };
  if (isVector(value)) return !level.hasKnownTypes || isVectorType(mapValue?.fields?.["__type__"]);
  if (!(arrayValue || mapValue)) return true;
  if (level.depth > MAX_NESTING) return false;
  if (mapValue) return areFieldsStorable(mapValue.fields ?? {}, { ...inner, pathBytes: level.pathBytes + 1 });
  return (arrayValue?.values ?? []).every(
    (element) => !element["arrayValue"] && !isVector(element) && isStorable(element, inner),
  );
}

/**
 * Whether a document can have these fields: no array or vector directly in an array, at most twenty levels, and paths
 * of at most 1500 bytes.
 */
export const areFieldsStorable = (fields: Fields, level: Level = { depth: 1, pathBytes: 0 }): boolean =>
  Object.entries(fields).every(([name, value]) => {
    const pathBytes = level.pathBytes + bytesOf(name);
    return pathBytes <= MAX_NAME_BYTES && isStorable(value, { ...level, pathBytes });
  });

export const DocumentFields = v.pipe(
  FieldsSchema,
  v.check((fields) => areFieldsStorable(fields)),
);

const stringSize = (text: string): number => bytesOf(text) + 1;
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
const nameSize = (name: string): number => sum(pathOf(name).map(stringSize)) + 16;
const fieldsSize = (fields: Fields): number =>
  sum(Object.entries(fields).map(([name, value]) => stringSize(name) + valueSize(value)));

type Content = Container & { stringValue?: string; bytesValue?: string; referenceValue?: string };

function valueSize(value: Value): number {
  const { stringValue, bytesValue, referenceValue, arrayValue, mapValue } = value as Content;
  if (stringValue !== undefined) return stringSize(stringValue);
  if (bytesValue !== undefined) return atob(bytesValue).length;
  if (referenceValue !== undefined) return nameSize(referenceValue);
  if (isVector(value)) return 8 * value.mapValue.fields.value.arrayValue.values.length;
  // An empty container takes a byte.
  if (arrayValue) return Math.max(1, sum((arrayValue.values ?? []).map(valueSize)));
  if (mapValue) return Math.max(1, fieldsSize(mapValue.fields ?? {}));
  if ("geoPointValue" in value) return 16;
  return "booleanValue" in value || "nullValue" in value ? 1 : 8;
}

/**
 * The size of a document in bytes, as Firestore counts it.
 * @see https://firebase.google.com/docs/firestore/storage-size
 */
export const documentSize = (name: string, fields: Fields): number =>
  nameSize(name) + fieldsSize(fields) + 32;
