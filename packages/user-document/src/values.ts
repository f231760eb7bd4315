import * as v from "valibot";
import { UserDocumentError } from "./errors.ts";

/** A value of another kind (bytes, places, references, future kinds), in its wire format; writing returns it. */
export class ForeignValue {
  declare readonly wire: WireValue;
  constructor(wire: WireValue) {
    this.wire = wire;
  }
}

/** The possible values of a field. Timestamps are `Date`s, so reading loses digits below a millisecond. */
export type FieldValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | ForeignValue
  | readonly FieldValue[]
  | { readonly [field: string]: FieldValue };

export type FieldMap = { readonly [field: string]: FieldValue };
export type WireValue = { [kind: string]: unknown };

/** An object of fields; without a prototype too, as from `Object.groupBy` and the groups of a regular expression. */
const isMap = (value: FieldValue): value is FieldMap =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Integers keep their digits; minus zero becomes zero, as it does in JSON. */
const encodeNumber = (value: number): WireValue =>
  Number.isSafeInteger(value)
    ? { integerValue: `${value}` }
    : { doubleValue: Number.isFinite(value) ? value : `${value}` };

const encodeValue = (value: FieldValue): WireValue => {
  if (value === null) return { nullValue: value };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "bigint") return { integerValue: `${value}` };
  if (typeof value === "number") return encodeNumber(value);
  if (value instanceof Date && !Number.isNaN(+value)) return { timestampValue: value.toISOString() };
  if (value instanceof ForeignValue) return value.wire;
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  if (isMap(value)) return { mapValue: { fields: encodeFields(value) } };
  // Refuse `undefined` too, because omitting it would keep a field that the caller meant to clear.
  throw new UserDocumentError("invalid-argument");
};

export const encodeFields = (fields: FieldMap): { [field: string]: WireValue } =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, encodeValue(value)]));

const converted = <Read, T>(schema: v.GenericSchema<unknown, Read>, convert: (value: Read) => T) =>
  v.pipe(schema, v.transform(convert));
/** A kind that the API sends as text. Throws if the platform's own parser refuses it. */
const parsedText = <T>(read: (text: string) => T) => converted(v.string(), read);

/** The fields of a document, decoded. Not a record, because valibot's drops `constructor` and `prototype`. */
export const Fields: v.GenericSchema<unknown, { [field: string]: FieldValue }> = v.pipe(
  v.custom<object>((fields) => typeof fields === "object" && fields !== null && !Array.isArray(fields)),
  v.transform((fields): [string, unknown][] => Object.entries(fields)),
  v.lazy(() => v.array(v.tuple([v.string(), Value]))),
  v.transform((entries) => Object.fromEntries(entries)),
);

/** Each kind of value; the oddities of the wire format (integers as text, absent zeros, empty containers) end here. */
const KINDS = {
  stringValue: v.string(),
  nullValue: converted(v.unknown(), () => null),
  booleanValue: v.boolean(),
  integerValue: parsedText((digits) => (Number.isSafeInteger(+digits) ? +digits : BigInt(digits))),
  doubleValue: v.union([v.number(), parsedText(Number)]),
  timestampValue: parsedText((time) => new Date(time)),
  arrayValue: converted(
    v.object({ values: v.optional(v.array(v.lazy(() => Value)), []) }),
    ({ values }) => values,
  ),
  mapValue: converted(v.object({ fields: v.optional(Fields, {}) }), ({ fields }) => fields),
};

/** A malformed value of a known kind is refused instead of being treated as an unknown kind. */
const Foreign = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((wire) => !Object.hasOwn(KINDS, Object.keys(wire)[0] ?? "mapValue")),
  v.transform((wire) => new ForeignValue(wire)),
);

const Value: v.GenericSchema<unknown, FieldValue> = v.union([
  ...Object.entries<v.GenericSchema<unknown, FieldValue>>(KINDS).map(([kind, schema]) =>
    converted(v.object({ [kind]: schema }), (wire) => wire[kind] as FieldValue),
  ),
  Foreign,
]);

/** One segment of a field path; names that are no identifiers go in back-quotes. */
export const quoteSegment = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replace(/[\\`]/g, "\\$&")}\``;

/** All leaves instead of the maps above, so that concurrent edits of one map do not undo each other. */
export const leafPaths = (fields: FieldMap, prefix = ""): string[] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const path = prefix + quoteSegment(name);
    const inner = isMap(value) ? leafPaths(value, `${path}.`) : [];
    // An empty map has no leaves, so it counts as a leaf itself.
    return inner.length ? inner : [path];
  });
