import { describe, expect, test } from "vitest";
import { createCaller, DATABASE } from "./support.ts";

const documents = `${DATABASE}/documents`;
const text = (length: number, letter = "a") => ({ stringValue: letter.repeat(length) });
const flag = { booleanValue: true };
const map = (fields: object) => ({ mapValue: { fields } });
const vector = (...numbers: number[]) =>
  map({
    __type__: { stringValue: "__vector__" },
    value: { arrayValue: { values: numbers.map((doubleValue) => ({ doubleValue })) } },
  });

const store = async (path: string, fields: object, more: object = {}) => {
  const { commit } = createCaller();
  const { status } = await commit([{ update: { name: `${documents}/${path}`, fields }, ...more }], "owner");
  return status;
};

/** How much shorter a text has to be so that the document just fits, as measured with Google's emulator. */
const SIZES: [what: string, bytes: number, fields: object, path?: string][] = [
  ["two texts", 0, {}],
  ["an ID of ten more letters", 10, {}, "users/aaaaaaaaaaa"],
  ["a document of a subcollection", 4, {}, "users/a/b/c"],
  ["a boolean", 3, { c: flag }],
  ["null", 3, { c: { nullValue: null } }],
  ["an integer", 10, { c: { integerValue: "7000000000000" } }],
  ["a double", 10, { c: { doubleValue: 7.5 } }],
  ["a timestamp", 10, { c: { timestampValue: "2020-01-01T00:00:00Z" } }],
  ["a place", 18, { c: { geoPointValue: { latitude: 1, longitude: 2 } } }],
  ["ten bytes", 12, { c: { bytesValue: "AAAAAAAAAAAAAA==" } }],
  ["a text of ten letters", 13, { c: text(10) }],
  ["a text of five letters of two bytes", 13, { c: text(5, "ö") }],
  ["an empty map", 3, { c: map({}) }],
  ["a map with a boolean", 5, { c: map({ d: flag }) }],
  ["a map in a map", 7, { c: map({ d: map({ e: flag }) }) }],
  ["an empty array", 3, { c: { arrayValue: {} } }],
  ["an array of three booleans", 5, { c: { arrayValue: { values: [flag, flag, flag] } } }],
  ["a reference", 26, { c: { referenceValue: `${documents}/users/b` } }],
  ["a reference to a document of a subcollection", 30, { c: { referenceValue: `${documents}/users/b/c/d` } }],
  ["a vector of ten numbers", 82, { c: vector(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }],
  ["a field name of ten letters", 12, { cccccccccc: flag }],
];

describe("sizes", () => {
  test.each(SIZES)(
    "a document of 1 MiB is counted in bytes, as Firestore counts them: %s",
    async (_, bytes, fields, path = "users/a") => {
      const half = text(262_144, "ö");
      expect(await store(path, { a: half, b: text(524_226 - bytes), ...fields })).toBe(200);
      expect(await store(path, { a: half, b: text(524_227 - bytes), ...fields })).toBe(400);
    },
  );

  test.each([
    ["a text", (bytes: number) => text(bytes)],
    ["bytes", (bytes: number) => ({ bytesValue: Buffer.alloc(bytes).toString("base64") })],
  ])("a value has at most 1,048,487 bytes: %s", async (_, ofBytes) => {
    expect(await store("users/a", { v: ofBytes(1_048_487) })).toBe(200);
    expect(await store("users/a", { v: ofBytes(1_048_488) })).toBe(400);
  });
});

const levels = (count: number) => Array.from({ length: count }, () => "c/d").join("/");
const mask = (path: string) => ({ updateMask: { fieldPaths: [path] } });
const a = (length: number) => "a".repeat(length);

describe("names", () => {
  test.each([
    ["the ID of a document", `users/${a(1500)}`, `users/${a(1501)}`],
    ["an ID of letters of two bytes", `users/${"ö".repeat(750)}`, `users/${"ö".repeat(750)}a`],
    ["the ID of a collection", `${a(1500)}/a`, `${a(1501)}/a`],
    ["the levels of collections", levels(100), levels(101)],
  ])("a name in a write or a reference has at most 1500 bytes and 100 levels: %s", async (_, most, more) => {
    expect(await store(most, {})).toBe(200);
    expect(await store(more, {})).toBe(400);
    expect(await store("users/a", { v: { referenceValue: `${documents}/${most}` } })).toBe(200);
    expect(await store("users/a", { v: { referenceValue: `${documents}/${more}` } })).toBe(400);
    const { call } = createCaller();
    expect((await call("GET", `${documents}/${more}`, { as: "owner" })).status).toBe(404);
  });

  test("a listed collection has a name of at most 1500 bytes", async () => {
    const { call } = createCaller();
    expect((await call("GET", `${documents}/${a(1500)}`, { as: "owner" })).status).toBe(200);
    expect((await call("GET", `${documents}/${a(1501)}`, { as: "owner" })).status).toBe(400);
  });

  test.each<[string, (length: number) => [object, object?], number]>([
    ["of a field", (length) => [{ [a(length)]: flag }], 1500],
    ["in a map", (length) => [{ m: map({ [a(length)]: flag }) }], 1498],
    ["in a map of a map", (length) => [{ m: map({ m: map({ [a(length)]: map({}) }) }) }], 1496],
    [
      "in a map of an array",
      (length) => [{ m: { arrayValue: { values: [map({ [a(length)]: flag })] } } }],
      1498,
    ],
    ["in a mask", (length) => [{}, mask(a(length))], 1499],
    ["of two names in a mask", (length) => [{}, mask(`m.${a(length)}`)], 1497],
    ["in back-quotes in a mask", (length) => [{}, mask(`\`-${a(length - 1)}\``)], 1499],
    [
      "in a transform",
      (length) => [{}, { updateTransforms: [{ fieldPath: a(length), increment: { integerValue: "1" } }] }],
      1500,
    ],
  ])("the path of a field has at most 1500 bytes: %s", async (_, build, most) => {
    expect(await store("users/a", ...build(most))).toBe(200);
    expect(await store("users/a", ...build(most + 1))).toBe(400);
  });
});
