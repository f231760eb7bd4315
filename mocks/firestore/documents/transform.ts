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
/** A bigint for an integer, because a double is not exact for large ones. The two compare exactly with each other. */
const numericOf = (value: Value): bigint | number =>
  isInteger(value) ? BigInt(String(value["integerValue"])) : Number(value["doubleValue"]);
const isNaNValue = (value: Value): boolean => Number.isNaN(numericOf(value));

const MOST = 2n ** 63n - 1n;
const clampToInt64 = (integer: bigint): bigint => {
  if (integer > MOST) return MOST;
  return integer < -MOST - 1n ? -MOST - 1n : integer;
};

/** The sum of two integers is an integer within 64 bits. If one value is a double, the sum is a double. */
function addValues(one: Value, other: Value): Value {
  const [first, second] = [numericOf(one), numericOf(other)];
  return typeof first === "bigint" && typeof second === "bigint"
    ? { integerValue: String(clampToInt64(first + second)) }
    : { doubleValue: printDouble(Number(first) + Number(second)) };
}

/** A key that is the same for values that Firestore treats as equal: `1` and `1.0`, maps in any order. */
function comparisonKeyOf(value: Value): string {
  if (isNumber(value)) {
    const numeric = numericOf(value);
    return `number ${Number.isInteger(numeric) ? BigInt(numeric) : numeric}`;
  }
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
  const chooseLimit = (limit: Value, isMaximum: boolean): Value => {
    // The result is NaN if either value is NaN, which is neither less nor more than any number.
    if (!isNumber(old) || (isNaNValue(limit) && !isNaNValue(old))) return limit;
    const [before, next] = [numericOf(old), numericOf(limit)];
    return (isMaximum ? before < next : before > next) ? limit : old;
  };
  if (increment) return valueAndResult(isNumber(old) ? addValues(old, increment) : increment);
  if (maximum) return valueAndResult(chooseLimit(maximum, true));
  if (minimum) return valueAndResult(chooseLimit(minimum, false));
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
