import { printDouble } from "./scalars.ts";
import type { Fields, Value } from "./value.ts";

export const isNumber = (value: Value | undefined): value is Value =>
  value !== undefined && ("integerValue" in value || "doubleValue" in value);
const isInteger = (value: Value) => "integerValue" in value;
const numberOf = (value: Value) => Number(value["integerValue"] ?? value["doubleValue"]);
export const isNaNValue = (value: Value): boolean => Number.isNaN(numberOf(value));

/** A bigint, because a double is not exact for large integers. Undefined for a number with a fraction. */
const bigintOf = (value: Value): bigint | undefined => {
  if (isInteger(value)) return BigInt(String(value["integerValue"]));
  return Number.isInteger(numberOf(value)) ? BigInt(numberOf(value)) : undefined;
};

/** Negative, zero or positive, as for `sort`; NaN if one of the values is NaN. */
export function compareNumbers(one: Value, other: Value): number {
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
export function sum(one: Value, other: Value): Value {
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
export const sameValue = (one: Value, other: Value): boolean => keyOf(one) === keyOf(other);
