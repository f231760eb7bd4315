import * as v from "valibot";
import { int64, isRecord, primitiveToText, toCamelCase } from "../../http/wire.ts";
import { bytesOf, isStorableName, MAX_NAME_BYTES, pathOf } from "./name.ts";

/** Microseconds since the epoch, the unit of Firestore. A double is exact until the year 2255. */
export type Micros = number;

/** Server time with six digits of a second. */
export const printTime = (micros: Micros): string => {
  const ms = Math.floor(micros / 1000);
  return new Date(ms).toISOString().replace("Z", `${String(micros - ms * 1000).padStart(3, "0")}Z`);
};

const TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):([0-5]\d|60)(?:\.(\d{1,9}))?(?:Z|([+-]\d\d):([0-5]\d))$/;
/** The first second of the year 1 and the last of the year 9999. */
const [FIRST_S, LAST_S] = [-62_135_596_800, 253_402_300_799];

type Moment = { seconds: number; micros: string };

/** Keeps seconds and microseconds separate, because a single number is not exact for all years. */
function parseMoment(text: string): Moment | undefined {
  const [, minute, second, digits = "", hours = "+00", minutes = "00"] = TIMESTAMP.exec(text) ?? [];
  const sign = hours.startsWith("-") ? -1 : 1;
  const offset = Number(hours) * 3600 + sign * Number(minutes) * 60;
  const seconds = Date.parse(`${minute}:00Z`) / 1000 + Number(second) - offset;
  // The negated condition also refuses NaN.
  if (!(seconds >= FIRST_S && seconds <= LAST_S)) return undefined;
  return { seconds, micros: digits.padEnd(6, "0").slice(0, 6) };
}

/**
 * A timestamp as protocol buffers print it: with zero, three or six decimals. Further decimals are cut.
 * Undefined if the text is no timestamp.
 */
export function canonicalTimestamp(text: string): string | undefined {
  const moment = parseMoment(text);
  if (!moment) return undefined;
  const fraction = moment.micros.replace(/^000000$/, "").replace(/^(\d{3})000$/, "$1");
  return `${new Date(moment.seconds * 1000).toISOString().slice(0, 19)}${fraction && "."}${fraction}Z`;
}

export const parseTime = (text: string): Micros | undefined => {
  const moment = parseMoment(text);
  return moment && moment.seconds * 1_000_000 + Number(moment.micros);
};

/** A member that is null is absent. */
const dropNullMembers = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[toCamelCase(name), member]])),
  );

/**
 * A JSON message as protocol buffers read it: refuses an unknown member.
 * @see https://protobuf.dev/programming-guides/json/
 */
export const messageSchema = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<Record<string, unknown>>(isRecord), v.transform(dropNullMembers), v.strictObject(entries));

/** A map of names to values. Valibot's `record` omits names such as `constructor`. */
const mapSchema = <Item>(item: v.GenericSchema<unknown, Item>) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isRecord),
    v.transform((map): [string, unknown][] => Object.entries(map)),
    v.array(v.tuple([v.string(), item])),
    v.transform((entries): { [name: string]: Item } => Object.fromEntries(entries)),
  );

/** A schema for a scalar. `reader` returns its canonical form, or undefined to refuse it. */
const scalarSchema = <T>(reader: (wire: unknown) => T | undefined): v.GenericSchema<unknown, T> =>
  v.pipe(
    v.unknown(),
    v.transform(reader),
    v.check((value) => value !== undefined),
    v.transform((value) => value as T),
  );

const NO_NUMBERS = ["NaN", "Infinity", "-Infinity"];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const parseFiniteNumber = (wire: unknown): number | undefined => {
  const number = typeof wire === "string" && NUMBER.test(wire) ? Number(wire) : wire;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
/** A double in JSON: NaN and the infinities are strings. */
const double = scalarSchema((wire) => {
  const number = parseFiniteNumber(wire);
  return number === undefined ? NO_NUMBERS.find((word) => word === wire) : printDouble(number);
});
/** JSON has no form for NaN and the infinities, and `JSON.stringify` drops the sign of −0. */
export const printDouble = (number: number): number | string => {
  if (Object.is(number, -0)) return "-0";
  return Number.isFinite(number) ? number : String(number);
};

const degrees = (limit: number) =>
  v.optional(
    scalarSchema((wire) => {
      const number = parseFiniteNumber(wire);
      return number !== undefined && Math.abs(number) <= limit ? number : undefined;
    }),
  );

export const bool = scalarSchema((wire) => {
  if (typeof wire === "boolean") return wire;
  return wire === "true" || wire === "false" ? wire === "true" : undefined;
});

const EnumNumber = v.pipe(
  int64,
  v.check((digits) => Number(digits) === (Number(digits) | 0)),
);
/** Protocol buffers accept any number of 32 bits as an enum. */
const isNull = (wire: unknown): boolean => wire === null || wire === "NULL_VALUE" || v.is(EnumNumber, wire);

/** Google's limit for a field's value. */
const MAX_VALUE_BYTES = 1_048_487;
/** Accepts numbers and booleans as text. Half of a surrogate pair becomes a question mark. */
export const text = scalarSchema((wire) => {
  const whole = primitiveToText(wire)?.replace(/\p{Surrogate}/gu, "?");
  return whole !== undefined && bytesOf(whole) <= MAX_VALUE_BYTES ? whole : undefined;
});

/** Base64 in either alphabet, with or without padding. Accepts numbers and booleans as text: `true` has three bytes. */
export const bytes = scalarSchema((wire) => {
  const digits = /^([\w+/-]*)={0,2}$/.exec(primitiveToText(wire) ?? "!")?.[1];
  if (digits === undefined || digits.length % 4 === 1) return undefined;
  const octets = atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
  return octets.length <= MAX_VALUE_BYTES ? btoa(octets) : undefined;
});

export const timestamp = scalarSchema((wire) =>
  typeof wire === "string" ? canonicalTimestamp(wire) : undefined,
);

/** A stored value, as on the wire: always exactly one member. */
export type Value = { [kind: string]: unknown };
export type Fields = { [name: string]: Value };

/** Google reserves names between double underscores. */
export const isReservedName = (name: string): boolean => /^__.*__$/.test(name);

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

const hasVectorType = ({ mapValue }: Container): boolean => isVectorType(mapValue?.fields?.["__type__"]);

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
    messageSchema({ latitude: degrees(90), longitude: degrees(180) }),
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
  if (isVector(value)) return !level.hasKnownTypes || hasVectorType(value);
  if (!(arrayValue || mapValue)) return true;
  if (level.depth > MAX_NESTING) return false;
  if (mapValue) return areFieldsStorable(mapValue.fields ?? {}, { ...inner, pathBytes: level.pathBytes + 1 });
  return (arrayValue?.values ?? []).every(
    (element) => !element["arrayValue"] && !hasVectorType(element) && isStorable(element, inner),
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
