import * as v from "valibot";
import { UserDocumentError } from "./errors.ts";

/** A point on Earth; a class, because an object of the same shape would be a map. */
export class GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** The full name of another document, `projects/…/documents/…`; a class, because a string would be a string. */
export class DocumentReference {
  readonly documentName: string;
  constructor(documentName: string) {
    this.documentName = documentName;
  }
}

/** What a field can hold. Timestamps are `Date`s, so digits below a millisecond are lost in reading. */
export type FieldValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Uint8Array
  | GeoPoint
  | DocumentReference
  | readonly FieldValue[]
  | { readonly [field: string]: FieldValue };

export type WireValue = { [kind: string]: unknown };
export type WireFields = { [field: string]: WireValue };

const isMap = (value: FieldValue): value is { readonly [field: string]: FieldValue } =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const encodeNumber = (value: number): WireValue =>
  Number.isSafeInteger(value) && !Object.is(value, -0)
    ? { integerValue: `${value}` }
    : { doubleValue: Object.is(value, -0) ? "-0" : Number.isFinite(value) ? value : `${value}` };

const encodeValue = (value: FieldValue): WireValue => {
  if (value === null) return { nullValue: null };
  if (typeof value === "boolean") return { booleanValue: value };
  if (typeof value === "number") return encodeNumber(value);
  if (typeof value === "bigint") return { integerValue: `${value}` };
  if (typeof value === "string") return { stringValue: value };
  if (value instanceof Date && !Number.isNaN(value.getTime())) return { timestampValue: value.toISOString() };
  if (value instanceof Uint8Array)
    return { bytesValue: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")) };
  if (value instanceof GeoPoint)
    return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  if (value instanceof DocumentReference) return { referenceValue: value.documentName };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } };
  if (isMap(value)) return { mapValue: { fields: encodeFields(value) } };
  // `undefined` too: leaving it out would keep a field that somebody meant to clear.
  throw new UserDocumentError("write", "invalid-argument");
};

export const encodeFields = (fields: { readonly [field: string]: FieldValue }): WireFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, encodeValue(value)]));

const decodeInteger = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits);

const wireNumber = v.union([
  v.number(),
  v.pipe(v.picklist(["NaN", "Infinity", "-Infinity", "-0"]), v.transform(Number)),
]);
// Protobuf leaves out what is zero.
const degrees = v.optional(wireNumber, 0);

/** Reads one value; the wire's oddities (integers as text, absent zeros, empty containers) end here. */
const Value: v.GenericSchema<unknown, FieldValue> = v.union([
  v.pipe(
    v.object({ stringValue: v.string() }),
    v.transform((wire) => wire.stringValue),
  ),
  v.pipe(
    v.object({ nullValue: v.unknown() }),
    v.transform(() => null),
  ),
  v.pipe(
    v.object({ booleanValue: v.boolean() }),
    v.transform((wire) => wire.booleanValue),
  ),
  v.pipe(
    v.object({ integerValue: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)) }),
    v.transform((wire) => decodeInteger(wire.integerValue)),
  ),
  v.pipe(
    v.object({ doubleValue: wireNumber }),
    v.transform((wire) => wire.doubleValue),
  ),
  v.pipe(
    v.object({ timestampValue: v.pipe(v.string(), v.isoTimestamp()) }),
    v.transform((wire) => new Date(wire.timestampValue)),
  ),
  v.pipe(
    v.object({ bytesValue: v.pipe(v.string(), v.base64()) }),
    v.transform((wire) => Uint8Array.from(atob(wire.bytesValue), (char) => char.charCodeAt(0))),
  ),
  v.pipe(
    v.object({ referenceValue: v.string() }),
    v.transform((wire) => new DocumentReference(wire.referenceValue)),
  ),
  v.pipe(
    v.object({ geoPointValue: v.object({ latitude: degrees, longitude: degrees }) }),
    v.transform(({ geoPointValue: { latitude, longitude } }) => new GeoPoint(latitude, longitude)),
  ),
  v.pipe(
    v.object({ arrayValue: v.object({ values: v.optional(v.array(v.lazy(() => Value)), []) }) }),
    v.transform((wire) => wire.arrayValue.values),
  ),
  v.pipe(
    v.object({
      mapValue: v.object({
        fields: v.optional(
          v.lazy(() => Fields),
          {},
        ),
      }),
    }),
    v.transform((wire) => wire.mapValue.fields),
  ),
]);

/** The fields of a document, decoded. */
export const Fields: v.GenericSchema<unknown, { [field: string]: FieldValue }> = v.record(v.string(), Value);
