import * as v from "valibot";
import { invalid } from "./errors.ts";
import { type FieldPath, parseFieldPath, valueAt, withValueAt } from "./field-path.ts";
import { canonicalTimestamp, message, printDouble, printTime } from "./scalars.ts";
import { type Fields, type Value, ValueSchema } from "./value.ts";

const isNumber = (value: Value | undefined): value is Value =>
  value !== undefined && ("integerValue" in value || "doubleValue" in value);
const isInteger = (value: Value) => "integerValue" in value;
const numberOf = (value: Value) => Number(value["integerValue"] ?? value["doubleValue"]);
const isNaNValue = (value: Value): boolean => Number.isNaN(numberOf(value));

/** A bigint, because a double is not exact for large integers. Undefined for a number with a fraction. */
const bigintOf = (value: Value): bigint | undefined => {
  if (isInteger(value)) return BigInt(String(value["integerValue"]));
  return Number.isInteger(numberOf(value)) ? BigInt(numberOf(value)) : undefined;
};

/** Negative, zero or positive, as for `sort`; NaN if one of the values is NaN. */
function compareNumbers(one: Value, other: Value): number {
  const [first, second] = [bigintOf(one), bigintOf(other)];
  if (first !== undefined && second !== undefined) return first < second ? -1 : Number(first > second);
  if (isNaNValue(one) || isNaNValue(other)) return Number.NaN;
  const [left, right] = [numberOf(one), numberOf(other)];
  return left < right ? -1 : Number(left > right);
}

const MOST = 2n ** 63n - 1n;
const clamped = (integer: bigint): bigint => {
  if (integer > MOST) return MOST;
  return integer < -MOST - 1n ? -MOST - 1n : integer;
};

/** The sum of two integers is an integer within 64 bits. If one value is a double, the sum is a double. */
function sum(one: Value, other: Value): Value {
  if (!isInteger(one) || !isInteger(other))
    return { doubleValue: printDouble(numberOf(one) + numberOf(other)) };
  const total = BigInt(String(one["integerValue"])) + BigInt(String(other["integerValue"]));
  return { integerValue: String(clamped(total)) };
}

/** A key that is the same for values that Firestore treats as equal: `1` and `1.0`, maps in any order. */
function keyOf(value: Value): string {
  if (isNumber(value)) return `number ${bigintOf(value) ?? numberOf(value)}`;
  const { arrayValue, mapValue } = value as {
    arrayValue?: { values?: Value[] };
    mapValue?: { fields?: Fields };
  };
  if (arrayValue) return JSON.stringify(["array", ...(arrayValue.values ?? []).map(keyOf)]);
  if (!mapValue) return JSON.stringify(value);
  const entries = Object.entries(mapValue.fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(["map", ...entries.map(([name, item]) => [name, keyOf(item)])]);
}
const sameValue = (one: Value, other: Value): boolean => keyOf(one) === keyOf(other);

const number = v.pipe(
  ValueSchema,
  v.check((value) => isNumber(value), "Input must be int64 or double."),
);
const values = v.pipe(
  message({ values: v.optional(v.array(ValueSchema), []) }),
  v.transform((array) => array.values),
);
const serverValue = v.pipe(
  v.union([v.literal("REQUEST_TIME"), v.literal(1)]),
  v.transform(() => "REQUEST_TIME" as const),
);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Write#fieldtransform */
export const FieldTransform = v.pipe(
  message({
    fieldPath: v.string(),
    setToServerValue: v.optional(serverValue),
    increment: v.optional(number),
    maximum: v.optional(number),
    minimum: v.optional(number),
    appendMissingElements: v.optional(values),
    removeAllFromArray: v.optional(values),
  }),
  v.check((transform) => Object.keys(transform).length === 2, "one operation for a field transformation"),
);
export type FieldTransform = v.InferOutput<typeof FieldTransform>;

const elementsOf = (value: Value | undefined): Value[] => {
  const array = value?.["arrayValue"] as { values?: Value[] } | undefined;
  return [...(array?.values ?? [])];
};
const arrayOf = (elements: Value[]): Value => ({
  arrayValue: elements.length > 0 ? { values: elements } : {},
});
const has = (elements: readonly Value[], value: Value) => elements.some((other) => sameValue(value, other));

const transformed = (old: Value | undefined, change: FieldTransform, nowMs: number): [Value, Value] => {
  const { increment, maximum, minimum, appendMissingElements: added, removeAllFromArray: removed } = change;
  const told = (value: Value): [Value, Value] => [value, value];
  const better = (limit: Value, sign: number): Value => {
    if (!isNumber(old)) return limit;
    const order = compareNumbers(old, limit);
    // The result is NaN if either value is NaN.
    if (Number.isNaN(order)) return isNaNValue(old) ? old : limit;
    return sign * order < 0 ? limit : old;
  };
  if (increment) return told(isNumber(old) ? sum(old, increment) : increment);
  if (maximum) return told(better(maximum, 1));
  if (minimum) return told(better(minimum, -1));
  if (added) {
    const all = elementsOf(old);
    for (const value of added) if (!has(all, value)) all.push(value);
    return [arrayOf(all), { nullValue: null }];
  }
  if (removed) {
    const kept = elementsOf(old).filter((value) => !has(removed, value));
    return [arrayOf(kept), { nullValue: null }];
  }
  // The server's time has milliseconds only, unlike a commit's.
  return told({ timestampValue: canonicalTimestamp(printTime(Math.floor(nowMs) * 1000)) });
};

const isWithin = (inner: FieldPath, outer: FieldPath): boolean =>
  inner.length > outer.length && outer.every((name, index) => inner[index] === name);

/** @throws {FirestoreError} INVALID_ARGUMENT for an invalid path, or if one path contains another */
export function assertPaths(transforms: readonly FieldTransform[]): void {
  const paths = transforms.map(({ fieldPath }) => parseFieldPath(fieldPath));
  if (paths.some((inner) => paths.some((outer) => isWithin(inner, outer))))
    throw invalid("Cannot transform a property and its nested property at the same time.");
}

/** Applies the transforms in order. The results are in the same order. */
export const applyTransforms = (fields: Fields, transforms: readonly FieldTransform[], nowMs: number) => {
  const results: Value[] = [];
  const next = transforms.reduce((before, transform) => {
    const path = parseFieldPath(transform.fieldPath);
    const [value, result] = transformed(valueAt(before, path), transform, nowMs);
    results.push(result);
    return withValueAt(before, path, value);
  }, fields);
  return { fields: next, results };
};
