import * as v from "valibot";
import { printTime } from "../time.ts";
import { parseFieldPath, valueAt, withValueAt } from "./field-path.ts";
import { type Fields, type Value, ValueSchema } from "./value.ts";

const values = v.pipe(
  v.object({ values: v.optional(v.array(ValueSchema), []) }),
  v.transform((array) => array.values),
);

/** @see https://firebase.google.com/docs/firestore/reference/rest/v1/Write#fieldtransform */
export const FieldTransform = v.object({
  fieldPath: v.string(),
  setToServerValue: v.optional(v.literal("REQUEST_TIME")),
  increment: v.optional(ValueSchema),
  maximum: v.optional(ValueSchema),
  minimum: v.optional(ValueSchema),
  appendMissingElements: v.optional(values),
  removeAllFromArray: v.optional(values),
});
export type FieldTransform = v.InferOutput<typeof FieldTransform>;

const isNumber = (value: Value | undefined): value is Value =>
  value !== undefined && ("integerValue" in value || "doubleValue" in value);
const numberOf = (value: Value) => Number(value["integerValue"] ?? value["doubleValue"]);
const isInteger = (value: Value) => "integerValue" in value;
const sameValue = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b);

const sum = (old: Value | undefined, by: Value): Value => {
  if (!isNumber(old)) return by;
  if (isInteger(old) && isInteger(by)) {
    const total = BigInt(String(old["integerValue"])) + BigInt(String(by["integerValue"]));
    return { integerValue: String(total) };
  }
  return { doubleValue: numberOf(old) + numberOf(by) };
};

const elementsOf = (value: Value | undefined): Value[] => {
  const array = value?.["arrayValue"] as { values?: Value[] } | undefined;
  return array?.values ?? [];
};
const arrayOf = (elements: Value[]): Value => ({
  arrayValue: elements.length > 0 ? { values: elements } : {},
});

/** The value after one transform, and its result in the response. */
const transformed = (old: Value | undefined, change: FieldTransform, nowMs: number): [Value, Value] => {
  const { increment, maximum, minimum, appendMissingElements: added, removeAllFromArray: removed } = change;
  const told = (value: Value): [Value, Value] => [value, value];
  if (increment) return told(sum(old, increment));
  if (maximum) return told(isNumber(old) && numberOf(old) >= numberOf(maximum) ? old : maximum);
  if (minimum) return told(isNumber(old) && numberOf(old) <= numberOf(minimum) ? old : minimum);
  if (added) {
    const present = elementsOf(old);
    const missing = added.filter((value) => !present.some((other) => sameValue(value, other)));
    return [arrayOf([...present, ...missing]), { nullValue: null }];
  }
  if (removed) {
    const kept = elementsOf(old).filter((value) => !removed.some((other) => sameValue(value, other)));
    return [arrayOf(kept), { nullValue: null }];
  }
  // The server's time has only milliseconds, unlike a commit's.
  return told({ timestampValue: printTime(Math.floor(nowMs) * 1000) });
};

/** Applies the transforms in order, with one result each. */
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
