import * as v from "valibot";
import { invalid } from "./errors.ts";
import { type FieldPath, parseFieldPath, valueAt, withValueAt } from "./field-path.ts";
import { compareNumbers, isNaNValue, isNumber, sameValue, sum } from "./numbers.ts";
import { message } from "./proto-json.ts";
import { canonicalTimestamp, printTime } from "./time.ts";
import { type Fields, type Value, ValueSchema } from "./value.ts";

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

/** The value after one transform, and its result in the response. */
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
