import * as v from "valibot";
import { invalidArgument } from "./errors.ts";
import { type FieldPath, parseFieldPath, valueAt, withValueAt } from "./field-path.ts";
import {
  type Container,
  canonicalTimestamp,
  type Fields,
  messageSchema,
  printDouble,
  printTime,
  text,
  type Value,
  ValueSchema,
} from "./value.ts";

const isNumber = (value: Value | undefined): value is Value =>
  value !== undefined && ("integerValue" in value || "doubleValue" in value);
const isInteger = (value: Value) => "integerValue" in value;
const toNumber = (value: Value) => Number(value["integerValue"] ?? value["doubleValue"]);
const isNaNValue = (value: Value): boolean => Number.isNaN(toNumber(value));

/** A bigint, because a double is not exact for large integers. Undefined for a number with a fraction. */
function toBigint(value: Value): bigint | undefined {
  if (isInteger(value)) return BigInt(String(value["integerValue"]));
  return Number.isInteger(toNumber(value)) ? BigInt(toNumber(value)) : undefined;
}

/** Negative, zero or positive, as for `sort`; NaN if one of the values is NaN. */
function compareNumbers(one: Value, other: Value): number {
  const [first, second] = [toBigint(one), toBigint(other)];
  if (first !== undefined && second !== undefined) return first < second ? -1 : Number(first > second);
  if (isNaNValue(one) || isNaNValue(other)) return Number.NaN;
  const [left, right] = [toNumber(one), toNumber(other)];
  return left < right ? -1 : Number(left > right);
}

const MOST = 2n ** 63n - 1n;
const clampToInt64 = (integer: bigint): bigint => {
  if (integer > MOST) return MOST;
  return integer < -MOST - 1n ? -MOST - 1n : integer;
};

/** The sum of two integers is an integer within 64 bits. If one value is a double, the sum is a double. */
function addValues(one: Value, other: Value): Value {
  if (!isInteger(one) || !isInteger(other))
    return { doubleValue: printDouble(toNumber(one) + toNumber(other)) };
  const total = BigInt(String(one["integerValue"])) + BigInt(String(other["integerValue"]));
  return { integerValue: String(clampToInt64(total)) };
}

/** A key that is the same for values that Firestore treats as equal: `1` and `1.0`, maps in any order. */
function comparisonKeyOf(value: Value): string {
  if (isNumber(value)) return `number ${toBigint(value) ?? toNumber(value)}`;
  const { arrayValue, mapValue } = value as Container;
  if (arrayValue) return JSON.stringify(["array", ...(arrayValue.values ?? []).map(comparisonKeyOf)]);
  if (!mapValue) return JSON.stringify(value);
  const entries = Object.entries(mapValue.fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(["map", ...entries.map(([name, item]) => [name, comparisonKeyOf(item)])]);
}
const isSameValue = (one: Value, other: Value): boolean => comparisonKeyOf(one) === comparisonKeyOf(other);

const number = v.pipe(
  ValueSchema,
  v.check((value) => isNumber(value), "Input must be int64 or double."),
);
const values = v.pipe(
  messageSchema({ values: v.optional(v.array(ValueSchema), []) }),
  v.transform((array) => array.values),
);
const serverValue = v.pipe(
  v.picklist(["REQUEST_TIME", 1, "1"]),
  v.transform(() => "REQUEST_TIME" as const),
);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Write#fieldtransform */
export const FieldTransform = v.pipe(
  messageSchema({
    fieldPath: text,
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

const arrayElementsOf = (value: Value | undefined): Value[] => {
  const { arrayValue } = (value ?? {}) as Container;
  return [...(arrayValue?.values ?? [])];
};
const toArrayValue = (elements: Value[]): Value => ({
  arrayValue: elements.length > 0 ? { values: elements } : {},
});
const includesValue = (elements: readonly Value[], value: Value) =>
  elements.some((other) => isSameValue(value, other));

const applyTransform = (old: Value | undefined, change: FieldTransform, nowMs: number): [Value, Value] => {
  const { increment, maximum, minimum, appendMissingElements: added, removeAllFromArray: removed } = change;
  const valueAndResult = (value: Value): [Value, Value] => [value, value];
  const chooseLimit = (limit: Value, sign: number): Value => {
    if (!isNumber(old)) return limit;
    const order = compareNumbers(old, limit);
    // The result is NaN if either value is NaN.
    if (Number.isNaN(order)) return isNaNValue(old) ? old : limit;
    return sign * order < 0 ? limit : old;
  };
  if (increment) return valueAndResult(isNumber(old) ? addValues(old, increment) : increment);
  if (maximum) return valueAndResult(chooseLimit(maximum, 1));
  if (minimum) return valueAndResult(chooseLimit(minimum, -1));
  if (added) {
    const all = arrayElementsOf(old);
    for (const value of added) if (!includesValue(all, value)) all.push(value);
    return [toArrayValue(all), { nullValue: null }];
  }
  if (removed) {
    const kept = arrayElementsOf(old).filter((value) => !includesValue(removed, value));
    return [toArrayValue(kept), { nullValue: null }];
  }
  // The server's time has milliseconds only, unlike a commit's.
  return valueAndResult({ timestampValue: canonicalTimestamp(printTime(Math.floor(nowMs) * 1000)) });
};

const isPathWithin = (inner: FieldPath, outer: FieldPath): boolean =>
  inner.length > outer.length && outer.every((name, index) => inner[index] === name);

/** @throws {FirestoreError} INVALID_ARGUMENT for an invalid path, or if one path contains another */
export function assertSeparatePaths(transforms: readonly FieldTransform[]): void {
  const paths = transforms.map(({ fieldPath }) => parseFieldPath(fieldPath));
  if (paths.some((inner) => paths.some((outer) => isPathWithin(inner, outer))))
    throw invalidArgument("Cannot transform a property and its nested property at the same time.");
}

export const applyTransforms = (fields: Fields, transforms: readonly FieldTransform[], nowMs: number) => {
  const results: Value[] = [];
  const next = transforms.reduce((before, transform) => {
    const path = parseFieldPath(transform.fieldPath);
    const [value, result] = applyTransform(valueAt(before, path), transform, nowMs);
    results.push(result);
    return withValueAt(before, path, value);
  }, fields);
  return { fields: next, results };
};
