import * as v from "valibot";
import { canonicalTimestamp } from "./time.ts";

/** A schema for a scalar. `reader` returns its canonical form, or undefined to refuse it. */
const scalar = <T>(reader: (wire: unknown) => T | undefined): v.GenericSchema<unknown, T> =>
  v.pipe(
    v.unknown(),
    v.transform(reader),
    v.check((value) => value !== undefined),
    v.transform((value) => value as T),
  );

const EXPONENT = /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i;

function bigintOf(wire: unknown): bigint | undefined {
  if (typeof wire === "number" || (typeof wire === "string" && EXPONENT.test(wire)))
    return Number.isInteger(Number(wire)) ? BigInt(Number(wire)) : undefined;
  const digits = typeof wire === "string" ? /^\+?(-?\d+)(\.0+)?$/.exec(wire)?.[1] : undefined;
  return digits === undefined ? undefined : BigInt(digits);
}

/** An int64 in decimal digits: `"+7"`, `"7.0"` and `7` are the same. */
export const int64 = scalar((wire) => {
  const integer = bigintOf(wire);
  return integer !== undefined && BigInt.asIntN(64, integer) === integer ? String(integer) : undefined;
});

const NO_NUMBERS = ["NaN", "Infinity", "-Infinity"];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const finiteOf = (wire: unknown): number | undefined => {
  const number = typeof wire === "string" && NUMBER.test(wire) ? Number(wire) : wire;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
/** A double in JSON: NaN and the infinities are strings. */
export const double = scalar((wire) => NO_NUMBERS.find((word) => word === wire) ?? finiteOf(wire));
export const printDouble = (number: number): number | string =>
  Number.isFinite(number) ? number : String(number);

export const degrees = (limit: number) =>
  scalar((wire) => {
    const number = finiteOf(wire);
    return number !== undefined && Math.abs(number) <= limit ? number : undefined;
  });

export const bool = scalar((wire) => {
  if (typeof wire === "boolean") return wire;
  return wire === "true" || wire === "false" ? wire === "true" : undefined;
});

/** Protocol buffers accept any number as an enum. */
export const isNull = (wire: unknown): boolean =>
  wire === null || wire === "NULL_VALUE" || Number.isInteger(wire) || /^-?\d+$/.test(String(wire));

const MAX_STRING_BYTES = 1_048_487;
/** Accepts numbers and booleans as text. Half of a surrogate pair becomes a question mark. */
export const text = scalar((wire) => {
  if (!["string", "number", "boolean"].includes(typeof wire)) return undefined;
  const whole = String(wire).replace(/\p{Surrogate}/gu, "?");
  return new TextEncoder().encode(whole).length <= MAX_STRING_BYTES ? whole : undefined;
});

/** Base64 in either alphabet, with or without padding. */
export const bytes = scalar((wire) => {
  const digits = typeof wire === "string" ? /^([\w+/-]*)={0,2}$/.exec(wire)?.[1] : undefined;
  if (digits === undefined || digits.length % 4 === 1) return undefined;
  return btoa(atob(digits.replaceAll("-", "+").replaceAll("_", "/")));
});

export const timestamp = scalar((wire) => (typeof wire === "string" ? canonicalTimestamp(wire) : undefined));
