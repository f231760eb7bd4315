import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type FieldValue, ForeignValue } from "../src/index.ts";
import { encodeFields, Fields, leafPaths, quoteSegment } from "../src/values.ts";

const CASES: readonly [name: string, value: FieldValue, wire: object][] = [
  ["null", null, { nullValue: null }],
  ["true", true, { booleanValue: true }],
  ["an integer", 42, { integerValue: "42" }],
  ["the largest safe integer", 2 ** 53 - 1, { integerValue: "9007199254740991" }],
  ["an integer beyond what a number holds", 2n ** 62n, { integerValue: "4611686018427387904" }],
  ["a fraction", 1.5, { doubleValue: 1.5 }],
  ["a number too large for an integer", 1e300, { doubleValue: 1e300 }],
  ["not a number", Number.NaN, { doubleValue: "NaN" }],
  ["infinity", Number.POSITIVE_INFINITY, { doubleValue: "Infinity" }],
  ["minus infinity", Number.NEGATIVE_INFINITY, { doubleValue: "-Infinity" }],
  ["text", "Zoë 😀", { stringValue: "Zoë 😀" }],
  ["an empty text", "", { stringValue: "" }],
  ["a date", new Date("2026-01-02T03:04:05.123Z"), { timestampValue: "2026-01-02T03:04:05.123Z" }],
  ["bytes", new ForeignValue({ bytesValue: "AQL/" }), { bytesValue: "AQL/" }],
  [
    "a location",
    new ForeignValue({ geoPointValue: { latitude: 1.5 } }),
    { geoPointValue: { latitude: 1.5 } },
  ],
  [
    "a reference to another document",
    new ForeignValue({ referenceValue: "projects/p" }),
    { referenceValue: "projects/p" },
  ],
  [
    "a value type that Firestore adds later",
    new ForeignValue({ colourValue: "red" }),
    { colourValue: "red" },
  ],
  ["a list", ["a", 1], { arrayValue: { values: [{ stringValue: "a" }, { integerValue: "1" }] } }],
  ["an empty list", [], { arrayValue: { values: [] } }],
  [
    "a map",
    { a: { b: null } },
    { mapValue: { fields: { a: { mapValue: { fields: { b: { nullValue: null } } } } } } },
  ],
  [
    "a map of fields that every object inherits",
    { constructor: "a", prototype: "b", toString: "c" },
    {
      mapValue: {
        fields: {
          constructor: { stringValue: "a" },
          prototype: { stringValue: "b" },
          toString: { stringValue: "c" },
        },
      },
    },
  ],
];

describe("values", () => {
  test.each(CASES)("a field value is written in Firestore's format: %s", (_, value, wire) =>
    expect(encodeFields({ field: value })).toEqual({ field: wire }),
  );
  test.each(CASES)("a field value is read back unchanged: %s", (_, value, wire) =>
    expect(v.parse(Fields, { field: wire })).toEqual({ field: value }),
  );

  test.each([
    [
      "microseconds are cut",
      { timestampValue: "2026-01-02T03:04:05.123456Z" },
      new Date("2026-01-02T03:04:05.123Z"),
    ],
    ["an empty list without its member", { arrayValue: {} }, []],
    ["an empty map without its member", { mapValue: {} }, {}],
  ])("a stored field value is read: %s", (_, wire, value) =>
    expect(v.parse(Fields, { field: wire })).toEqual({ field: value }),
  );

  test.each([
    ["a value without a type", {}],
    ["an integer that is a number", { integerValue: 1 }],
    ["an integer with letters", { integerValue: "1x" }],
    ["a list with a value without a type", { arrayValue: { values: [{}] } }],
  ])("a stored field value is refused: %s", (_, wire) =>
    expect(() => v.parse(Fields, { field: wire })).toThrow(),
  );

  test.each([
    ["Object.create(null)", Object.assign(Object.create(null), { a: "b" })],
    ["the groups of a regular expression", /(?<a>b)/.exec("b")?.groups],
    ["an object whose prototype was removed", Object.setPrototypeOf({ a: "b" }, null)],
    ["a spread of such an object", { ...Object.assign(Object.create(null), { a: "b" }) }],
    ["the entries of a map", Object.fromEntries(new Map([["a", "b"]]))],
  ])("a map without a prototype is written like any other map: %s", (_, value) => {
    const wire = { mapValue: { fields: { a: { stringValue: "b" } } } };
    expect(encodeFields({ field: value as FieldValue })).toEqual({ field: wire });
    expect(leafPaths({ field: value as FieldValue })).toEqual(["field.a"]);
  });

  test.each([
    ["undefined", undefined],
    ["a function", () => {}],
    ["an object of a class", new Map()],
    ["an invalid date", new Date(Number.NaN)],
  ])("a field value cannot be written: %s", (_, value) =>
    expect(() => encodeFields({ field: value as never })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    ),
  );
});

describe("field paths", () => {
  test.each([
    ["name", "name"],
    ["_x9", "_x9"],
    ["9x", "`9x`"],
    ["a-b", "`a-b`"],
    ["a.b", "`a.b`"],
    ["a`b\\c", "`a\\`b\\\\c`"],
  ])("the segment %s of a field path is written as %s", (name, path) =>
    expect(quoteSegment(name)).toBe(path),
  );

  test("a merge names the changed leaf fields, so that two edits of one map do not conflict", () => {
    expect(leafPaths({ a: 1, m: { x: 1, "y-z": { q: [] } }, empty: {}, when: new Date(0) })).toEqual([
      "a",
      "m.x",
      "m.`y-z`.q",
      "empty",
      "when",
    ]);
  });
});
