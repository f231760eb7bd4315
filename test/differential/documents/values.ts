import fc from "fast-check";

export const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Operands of arithmetic, at its limits too. */
export const number = one<unknown>(
  { integerValue: "2" },
  { integerValue: "9" },
  { integerValue: "-1" },
  { integerValue: "9223372036854775807" },
  { integerValue: "9007199254740993" },
  { doubleValue: 0.5 },
  { doubleValue: 2 },
  { doubleValue: 1e308 },
  { doubleValue: "NaN" },
  { doubleValue: "-Infinity" },
);
const vector = (...values: unknown[]) => ({
  mapValue: { fields: { __type__: { stringValue: "__vector__" }, value: { arrayValue: { values } } } },
});
const plain = one<unknown>(
  { stringValue: "text" },
  { stringValue: "" },
  { booleanValue: true },
  { nullValue: null },
  { timestampValue: "2026-01-15T12:00:00Z" },
  { bytesValue: "AAEC" },
  { geoPointValue: { latitude: 1, longitude: 2 } },
  { arrayValue: { values: [{ stringValue: "a" }, { integerValue: "1" }] } },
  { arrayValue: {} },
  { mapValue: { fields: { inner: { integerValue: "1" } } } },
  { mapValue: { fields: { inner: { doubleValue: 1 } } } },
  { mapValue: {} },
  vector({ doubleValue: 1 }, { doubleValue: -0.5 }),
);
/** Unusual JSON spellings, and texts at the limits of their types. */
const unusual = one<unknown>(
  { integerValue: 8 },
  { integerValue: "+7" },
  { integerValue: "1e3" },
  { doubleValue: ".5" },
  { stringValue: true },
  { stringValue: "half \ud800" },
  { booleanValue: "true" },
  { nullValue: 0 },
  { nullValue: "2147483647" },
  { bytesValue: "a-_b" },
  { bytesValue: 12 },
  { bytesValue: true },
  { timestampValue: "1969-12-31T23:59:59.999999Z" },
  { timestampValue: "9999-12-31T23:59:59.999999999Z" },
  { timestampValue: "2026-01-01T00:00:60.5+01:00" },
  { geoPointValue: { latitude: "1.5", longitude: 0 } },
  { arrayValue: { values: null } },
  { mapValue: { fields: { constructor: { stringValue: "x" } } } },
  { string_value: "a" },
);
/** Invalid values. */
const wrong = one<unknown>(
  { integerValue: "x" },
  { integerValue: "9223372036854775808" },
  { doubleValue: "1e999" },
  { stringValue: null },
  { timestampValue: "0000-01-01T00:00:00Z" },
  { bytesValue: "A" },
  { bytesValue: false },
  { nullValue: 2_147_483_648 },
  { mapValue: { fields: { __type__: { stringValue: "__other__" } } } },
  { referenceValue: "projects/x" },
  { arrayValue: { values: [{ arrayValue: {} }] } },
  { mapValue: [] },
  { mapValue: { fields: { __a__: { stringValue: "x" } } } },
  { arrayValue: { values: [vector({ doubleValue: 1 })] } },
  { unknownValue: 1 },
  { stringValue: "a", integerValue: "1" },
  { stringValue: {} },
  {},
  [],
  null,
  "text",
);

export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: plain },
  { weight: 8, arbitrary: number },
  { weight: 4, arbitrary: unusual },
  { weight: 1, arbitrary: wrong },
);
