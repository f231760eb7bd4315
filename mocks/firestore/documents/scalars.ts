import * as v from "valibot";
import { int64, isRecord, primitiveToText, toCamelCase } from "../../http/wire.ts";
import { bytesOf } from "./name.ts";

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

/** Parses a timestamp. Undefined if it is invalid. */
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
export const mapSchema = <Item>(item: v.GenericSchema<unknown, Item>) =>
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
export const double = scalarSchema((wire) => {
  const number = parseFiniteNumber(wire);
  return number === undefined ? NO_NUMBERS.find((word) => word === wire) : printDouble(number);
});
/** JSON has no form for NaN and the infinities, and `JSON.stringify` drops the sign of −0. */
export const printDouble = (number: number): number | string => {
  if (Object.is(number, -0)) return "-0";
  return Number.isFinite(number) ? number : String(number);
};

export const degreesSchema = (limit: number) =>
  scalarSchema((wire) => {
    const number = parseFiniteNumber(wire);
    return number !== undefined && Math.abs(number) <= limit ? number : undefined;
  });

export const bool = scalarSchema((wire) => {
  if (typeof wire === "boolean") return wire;
  return wire === "true" || wire === "false" ? wire === "true" : undefined;
});

const EnumNumber = v.pipe(
  int64,
  v.check((digits) => Number(digits) === (Number(digits) | 0)),
);
/** Protocol buffers accept any number of 32 bits as an enum. */
export const isNull = (wire: unknown): boolean =>
  wire === null || wire === "NULL_VALUE" || v.is(EnumNumber, wire);

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
