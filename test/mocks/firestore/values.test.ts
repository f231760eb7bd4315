import { describe, expect, test } from "vitest";
import { ALICE, createCaller, DATABASE } from "./support.ts";

const nested = (levels: number) =>
  Array.from({ length: levels }).reduce<object>((value) => ({ mapValue: { fields: { a: value } } }), {
    stringValue: "x",
  });
const reference = `${DATABASE}/documents/users/alice`;

const vector = (...values: unknown[]) => ({
  mapValue: { fields: { __type__: { stringValue: "__vector__" }, value: { arrayValue: { values } } } },
});

const double = (value: number | string) => ({ doubleValue: value });

/** The sent value, and the value that Google's emulator returns; undefined if it refuses the value. */
const VALUES: [sent: unknown, kept?: unknown][] = [
  [{ timestampValue: "1969-12-31T23:59:59.999999Z" }, { timestampValue: "1969-12-31T23:59:59.999999Z" }],
  [{ timestampValue: "9999-12-31T23:59:59.999999999Z" }, { timestampValue: "9999-12-31T23:59:59.999999Z" }],
  [{ timestampValue: "0001-01-01T00:00:00Z" }, { timestampValue: "0001-01-01T00:00:00Z" }],
  [{ timestampValue: "2500-01-01T00:00:00.123457Z" }, { timestampValue: "2500-01-01T00:00:00.123457Z" }],
  [{ timestampValue: "2026-01-01T00:00:60Z" }, { timestampValue: "2026-01-01T00:01:00Z" }],
  [{ timestampValue: "2026-01-01T00:00:00+01:00" }, { timestampValue: "2025-12-31T23:00:00Z" }],
  [{ timestampValue: "2026-01-01T00:00:00.5-01:30" }, { timestampValue: "2026-01-01T01:30:00.500Z" }],
  [{ timestampValue: "0000-12-31T00:00:00Z" }],
  [{ timestampValue: "9999-12-31T23:59:59-01:00" }],
  [{ timestampValue: "2026-01-01T00:00:00" }],
  [{ doubleValue: "NaN" }, { doubleValue: "NaN" }],
  [{ doubleValue: ".5" }, { doubleValue: 0.5 }],
  [{ doubleValue: "1e999" }],
  [{ doubleValue: null }],
  [{ integerValue: "-0" }, { integerValue: "0" }],
  [{ integerValue: "007" }, { integerValue: "7" }],
  [{ integerValue: "+7" }, { integerValue: "7" }],
  [{ integerValue: "1.0" }, { integerValue: "1" }],
  [{ integerValue: "1e3" }, { integerValue: "1000" }],
  [{ integerValue: 1e18 }, { integerValue: "1000000000000000000" }],
  [{ integerValue: "-9223372036854775808" }, { integerValue: "-9223372036854775808" }],
  [{ integerValue: "9223372036854775808" }],
  [{ integerValue: "1.5" }],
  [{ integerValue: "" }],
  [{ bytesValue: "a-_b" }, { bytesValue: "a+/b" }],
  [{ bytesValue: "AAE" }, { bytesValue: "AAE=" }],
  [{ bytesValue: "A" }],
  [{ bytesValue: "!" }],
  [{ bytesValue: 12 }, { bytesValue: "1w==" }],
  [{ bytesValue: true }, { bytesValue: "true" }],
  [{ bytesValue: false }],
  [{ bytesValue: 1.5 }],
  [{ bytesValue: null }],
  [{ stringValue: "a\ud800b" }, { stringValue: "a?b" }],
  [{ stringValue: "😀" }, { stringValue: "😀" }],
  [{ stringValue: true }, { stringValue: "true" }],
  [{ stringValue: null }],
  [{ booleanValue: "true" }, { booleanValue: true }],
  [{ booleanValue: "TRUE" }],
  [{ booleanValue: 1 }],
  [{ nullValue: 0 }, { nullValue: null }],
  [{ nullValue: "x" }],
  [{ nullValue: -(2 ** 31) }, { nullValue: null }],
  [{ nullValue: "2147483647" }, { nullValue: null }],
  [{ nullValue: "1e3" }, { nullValue: null }],
  [{ nullValue: 2 ** 31 }],
  [{ nullValue: "-2147483649" }],
  [{ nullValue: true }],
  [{ referenceValue: reference }, { referenceValue: reference }],
  [{ referenceValue: "projects/x" }],
  [{ referenceValue: `${DATABASE}/documents/users` }],
  [{ referenceValue: `${DATABASE}/documents/users/__x__` }],
  [{ geoPointValue: { latitude: "1.5", longitude: 2 } }, { geoPointValue: { latitude: 1.5, longitude: 2 } }],
  [{ geoPointValue: { latitude: null, longitude: 0 } }, { geoPointValue: {} }],
  [{ geoPointValue: { latitude: 91 } }],
  [{ geoPointValue: { latitude: 1, x: 2 } }],
  [{ arrayValue: { values: null } }, { arrayValue: {} }],
  [{ arrayValue: [] }],
  [{ arrayValue: { values: [null] } }],
  [{ mapValue: { fields: null } }, { mapValue: {} }],
  [vector(double(1), double(2.5)), vector(double(1), double(2.5))],
  [vector(double("Infinity")), vector(double("Infinity"))],
  [vector(...Array(2048).fill(double(0.5))), vector(...Array(2048).fill(double(0.5)))],
  [{ mapValue: { fields: { m: vector(double(1)) } } }, { mapValue: { fields: { m: vector(double(1)) } } }],
  [vector(...Array(2049).fill(double(0.5)))],
  [vector()],
  [vector({ integerValue: "1" })],
  [vector(double("NaN"))],
  [{ arrayValue: { values: [vector(double(1))] } }],
  [{ mapValue: { fields: { ...vector(double(1)).mapValue.fields, other: double(1) } } }],
  [
    {
      mapValue: { fields: { ...vector(double(1)).mapValue.fields, __type__: { stringValue: "__other__" } } },
    },
  ],
  [{ mapValue: { fields: { __type__: { stringValue: "__vector__" } } } }],
  [{ mapValue: [] }],
  [{ mapValue: { fields: [] } }],
  [
    { mapValue: { fields: { constructor: { stringValue: "x" }, prototype: { stringValue: "y" } } } },
    { mapValue: { fields: { constructor: { stringValue: "x" }, prototype: { stringValue: "y" } } } },
  ],
  [JSON.parse('{ "mapValue": { "fields": { "__proto__": { "stringValue": "x" } } } }')],
  [{ mapValue: { fields: { "": { stringValue: "x" } } } }],
  [nested(20), nested(20)],
  [nested(21)],
  [{ string_value: "a" }, { stringValue: "a" }],
  [{ geo_point_value: { latitude: 1 } }, { geoPointValue: { latitude: 1 } }],
  [[]],
  [null],
];

describe("a value is kept, or refused, as Google's emulator does", () => {
  test.each([
    ["keeps", VALUES.filter(([, kept]) => kept !== undefined)],
    ["refuses", VALUES.filter(([, kept]) => kept === undefined)],
  ] as const)("the document service %s a value as Google's emulator does", async (_, values) => {
    for (const [sent, kept] of values) {
      const what = JSON.stringify(sent).slice(0, 90);
      const { call, services } = createCaller();
      const { status, body } = await call("PATCH", ALICE, { as: "owner", body: { fields: { v: sent } } });
      expect.soft(status, what).toBe(kept === undefined ? 400 : 200);
      if (kept === undefined) continue;
      expect.soft(body, what).toMatchObject({ fields: { v: kept } });
      services.restore(services.snapshot());
      expect.soft(services.snapshot().extensions["firestore"], what).toMatchObject({
        documents: [{ fields: { v: kept } }],
      });
    }
  });
});

const integer = (value: string) => ({ integerValue: value });
const array = (...values: object[]) => ({ arrayValue: values.length > 0 ? { values } : {} });
const map = (fields: object) => ({ mapValue: { fields } });

const TRANSFORMS: [before: object | undefined, transform: object, after: object][] = [
  [double("NaN"), { increment: integer("1") }, double("NaN")],
  [double("Infinity"), { increment: double("-Infinity") }, double("NaN")],
  [double(1e308), { increment: double(1e308) }, double("Infinity")],
  [integer("9223372036854775807"), { increment: integer("1") }, integer("9223372036854775807")],
  [integer("-9223372036854775808"), { increment: integer("-1") }, integer("-9223372036854775808")],
  [integer("1"), { increment: double(1.5) }, double(2.5)],
  [{ nullValue: null }, { increment: integer("1") }, integer("1")],
  [array(integer("1")), { removeAllFromArray: { values: [array(array())] } }, array(integer("1"))],
  [double("NaN"), { maximum: integer("5") }, double("NaN")],
  [integer("5"), { maximum: double("NaN") }, double("NaN")],
  [double("NaN"), { minimum: integer("5") }, double("NaN")],
  [integer("1"), { maximum: double(1) }, integer("1")],
  [integer("9007199254740992"), { maximum: integer("9007199254740993") }, integer("9007199254740993")],
  [double(9007199254740992), { maximum: integer("9007199254740993") }, integer("9007199254740993")],
  [array(integer("1")), { appendMissingElements: { values: [double(1)] } }, array(integer("1"))],
  [array(integer("1"), double(1)), { removeAllFromArray: { values: [integer("1")] } }, array()],
  [array(double("NaN")), { appendMissingElements: { values: [double("NaN")] } }, array(double("NaN"))],
  [
    undefined,
    { appendMissingElements: { values: [{ stringValue: "a" }, { stringValue: "a" }] } },
    array({ stringValue: "a" }),
  ],
  [
    array(map({ x: integer("1"), y: integer("2") })),
    { appendMissingElements: { values: [map({ y: integer("2"), x: double(1) })] } },
    array(map({ x: integer("1"), y: integer("2") })),
  ],
];

const transforming = (...updateTransforms: object[]) => ({
  update: { name: ALICE },
  updateMask: {},
  updateTransforms,
});

describe("a vector is one value", () => {
  const stored = vector(double(1), double(2));
  test.each([
    [
      "a field below it is absent in a mask",
      { update: { name: ALICE }, updateMask: { fieldPaths: ["v.value"] } },
      stored,
    ],
    [
      "a write below it replaces it by a map",
      {
        update: { name: ALICE, fields: { v: { mapValue: { fields: { x: double(1) } } } } },
        updateMask: { fieldPaths: ["v.x"] },
      },
      { mapValue: { fields: { x: double(1) } } },
    ],
    [
      "a field below it of the sent value is absent",
      { update: { name: ALICE, fields: { v: vector(double(7)) } }, updateMask: { fieldPaths: ["v.value"] } },
      stored,
    ],
    [
      "a transform below it begins a map",
      {
        update: { name: ALICE },
        updateMask: { fieldPaths: [] },
        updateTransforms: [{ fieldPath: "v.value", increment: { integerValue: "1" } }],
      },
      { mapValue: { fields: { value: { integerValue: "1" } } } },
    ],
  ])("%s", async (_, write, expected) => {
    const { commit, get } = createCaller();
    await commit([{ update: { name: ALICE, fields: { v: stored } } }]);
    expect((await commit([write])).status).toBe(200);
    expect((await get()).body).toMatchObject({ fields: { v: expected } });
    expect((await get("alice", "?mask.fieldPaths=v.value")).body).not.toHaveProperty(
      "fields.v.mapValue.fields.__type__",
    );
  });
});

describe("a transform gives what Google's emulator gives", () => {
  test.each(TRANSFORMS)(
    "a transform of a stored value gives the same result as in Google's emulator: %j, %j",
    async (before, transform, after) => {
      const { call, commit } = createCaller();
      await call("PATCH", ALICE, { as: "owner", body: { fields: before ? { a: before } : {} } });
      expect((await commit([transforming({ fieldPath: "a", ...transform })], "owner")).status).toBe(200);
      expect((await call("GET", ALICE, { as: "owner" })).body).toMatchObject({ fields: { a: after } });
    },
  );

  test.each([
    ["a text as the operand", [{ fieldPath: "a", increment: { stringValue: "x" } }]],
    ["an array as an array's element", [{ fieldPath: "a", appendMissingElements: { values: [array()] } }]],
    ["no operation", [{ fieldPath: "a" }]],
    ["two operations", [{ fieldPath: "a", increment: integer("1"), maximum: integer("5") }]],
    ["a reserved name", [{ fieldPath: "__a__", increment: integer("1") }]],
    [
      "a field and a field in it",
      [
        { fieldPath: "a.b", increment: integer("1") },
        { fieldPath: "a", increment: integer("1") },
      ],
    ],
  ])("a commit whose transform has %s is refused", async (_, transforms) => {
    const { commit } = createCaller();
    expect((await commit([transforming(...transforms)])).status).toBe(400);
  });
});

describe("requests are read as strictly as Google's emulator reads them", () => {
  const COMMIT = `${DATABASE}/documents:commit`;
  test.each([
    ["a list in the place of a commit", COMMIT, []],
    ["an unknown member", COMMIT, { writes: [], unknown: 1 }],
    ["an unknown transaction", COMMIT, { writes: [], transaction: "AA" }],
    ["a transaction that is no base64", COMMIT, { writes: [], transaction: "x" }],
    ["an empty transaction", `${DATABASE}/documents:batchGet`, { documents: [ALICE], transaction: "" }],
    [
      "a number as a path of a mask",
      COMMIT,
      { writes: [{ update: { name: ALICE }, updateMask: { fieldPaths: [1] } }] },
    ],
    ["two operations in a write", COMMIT, { writes: [{ delete: ALICE, update: { name: ALICE } }] }],
    ["a mask for a deletion", COMMIT, { writes: [{ delete: ALICE, updateMask: { fieldPaths: ["a"] } }] }],
    [
      "two preconditions",
      COMMIT,
      { writes: [{ delete: ALICE, currentDocument: { exists: true, updateTime: "2020-01-01T00:00:00Z" } }] },
    ],
    [
      "a check beside a write",
      COMMIT,
      { writes: [{ verify: ALICE, currentDocument: { exists: false } }, { update: { name: ALICE } }] },
    ],
    ["a check of nothing", COMMIT, { writes: [{ verify: ALICE }] }],
    [
      "a list of no transforms",
      COMMIT,
      { writes: [{ transform: { document: ALICE, fieldTransforms: [] } }] },
    ],
    ["an ID of two dots", COMMIT, { writes: [{ delete: `${DATABASE}/documents/users/..` }] }],
    ["a reserved ID", COMMIT, { writes: [{ delete: `${DATABASE}/documents/users/__x__` }] }],
    [
      "an invalid mask",
      `${DATABASE}/documents:batchGet`,
      { documents: [ALICE], mask: { fieldPaths: ["a..b"] } },
    ],
    [
      "JSON nested too deep",
      COMMIT,
      { writes: [{ delete: JSON.parse(`${"[".repeat(200)}${"]".repeat(200)}`) }] },
    ],
  ])("a request with %s is refused, as in Google's emulator", async (_, path, body) => {
    const { call } = createCaller();
    expect((await call("POST", path, { as: "owner", body })).status).toBe(400);
  });

  test("null in a request counts as absent, and field names of the API may have underscores", async () => {
    const { call, commit } = createCaller();
    expect((await call("POST", COMMIT, { as: "owner", body: { writes: null } })).status).toBe(200);
    const write = {
      update: { name: ALICE, fields: { a: integer("1"), b: integer("1") } },
      update_mask: { field_paths: ["a"] },
    };
    expect((await commit([write])).status).toBe(200);
    expect((await call("GET", ALICE, { as: "owner" })).body).toMatchObject({ fields: { a: integer("1") } });
    expect((await call("GET", ALICE, { as: "owner" })).body).not.toHaveProperty("fields.b");
  });

  test("a commit with an empty transaction is accepted", async () => {
    const { call } = createCaller();
    const body = { writes: [{ update: { name: ALICE } }], transaction: "" };
    expect((await call("POST", COMMIT, { as: "owner", body })).status).toBe(200);
  });

  test("a boolean as a path of a mask or a transform is the field of that name", async () => {
    const { commit, get } = createCaller();
    const update = { name: ALICE, fields: { true: integer("1"), other: integer("2") } };
    expect((await commit([{ update, updateMask: { fieldPaths: [true] } }])).status).toBe(200);
    const transform = { fieldPath: true, increment: integer("2") };
    const change = { update: { name: ALICE }, updateMask: {}, updateTransforms: [transform] };
    expect((await commit([change])).status).toBe(200);
    expect((await get()).body).toMatchObject({ fields: { true: integer("3") } });
  });

  test("a map of an unknown type is refused only inside of the mask", async () => {
    const { commit } = createCaller();
    const typed = (type: object) => ({ mapValue: { fields: { __type__: type, value: integer("1") } } });
    const write = (value: object, path: string) =>
      commit([{ update: { name: ALICE, fields: { a: value } }, updateMask: { fieldPaths: [path] } }]);
    const other = typed({ stringValue: "__other__" });
    const [inMap, inArray] = [
      { mapValue: { fields: { inner: other } } },
      { arrayValue: { values: [other] } },
    ];
    for (const value of [other, inMap, inArray]) {
      expect((await write(value, "a")).status).toBe(400);
      expect((await write(value, "b")).status).toBe(200);
    }
    const update = { name: ALICE, fields: { a: other } };
    expect((await commit([{ update, currentDocument: { exists: false } }])).status).toBe(400);
    expect((await commit([{ update }, { update: { name: ALICE } }])).status).toBe(200);
    for (const type of [integer("1"), { stringValue: "__vector__" }])
      expect((await write(typed(type), "b")).status).toBe(400);
  });

  test("a document that a commit would leave unstorable is refused before the rules are asked", async () => {
    const { commit } = createCaller();
    const kept = { update: { name: ALICE, fields: {} }, updateMask: { fieldPaths: [] } };
    const other = { mapValue: { fields: { __type__: { stringValue: "__other__" } } } };
    const writesOf = (name: object) => [{ update: { name: ALICE, fields: { name } } }, kept];
    expect((await commit(writesOf(other), "bob")).status).toBe(400);
    expect((await commit(writesOf(integer("1")), "bob")).status).toBe(403);
  });

  test.each(["", "x", "2026-01-01"])("a read at the invalid time %j is refused", async (time) => {
    const { call } = createCaller();
    for (const path of [ALICE, `${DATABASE}/documents/users`])
      expect((await call("GET", `${path}?readTime=${time}`, { as: "owner" })).status).toBe(400);
  });

  test("a commit whose writes undo each other keeps the document's update time", async () => {
    const { call, commit } = createCaller();
    await call("PATCH", ALICE, { as: "owner", body: { fields: {} } });
    const before = await call("GET", ALICE, { as: "owner" });
    await commit([
      { update: { name: ALICE, fields: { a: integer("1") } } },
      { update: { name: ALICE, fields: {} } },
    ]);
    expect(await call("GET", ALICE, { as: "owner" })).toEqual(before);
  });

  test.each(["-0", "-0.0", "-1e-400"])(
    "the double −0 keeps its sign, sent as the text or the number %s",
    async (zero) => {
      const { call, get } = createCaller();
      for (const sent of [zero, `"${zero}"`]) {
        const body = `{"writes":[{"update":{"name":"${ALICE}","fields":{"v":{"doubleValue":${sent}}}}}]}`;
        await call("POST", `${DATABASE}/documents:commit`, { as: "alice", body });
        expect((await get()).body).toMatchObject({ fields: { v: { doubleValue: "-0" } } });
      }
    },
  );

  test.each([
    ["an array", { arrayValue: {} }],
    ["a vector", vector(double(1))],
    ["an invalid vector", vector(double("NaN"))],
  ])("a transform that appends %s is refused, unlike in Google's emulator", async (_, element) => {
    const { commit } = createCaller();
    const transform = { fieldPath: "list", appendMissingElements: { values: [element] } };
    expect((await commit([{ update: { name: ALICE }, updateTransforms: [transform] }])).status).toBe(400);
  });

  test("exists=1 in a deletion is refused and an integer above 2^53 is rounded, unlike in Google's emulator", async () => {
    const { call, services } = createCaller();
    const deletion = await call("DELETE", `${ALICE}?currentDocument.exists=1`, { as: "owner" });
    expect(deletion.status).toBe(400);
    const body = '{ "fields": { "v": { "integerValue": 9007199254740993 } } }';
    await call("PATCH", ALICE, { as: "owner", body });
    expect(services.snapshot().extensions["firestore"]).toMatchObject({
      documents: [{ fields: { v: { integerValue: "9007199254740992" } } }],
    });
  });

  test("an unknown method gets 404, and a Firestore method that the services lack gets 501", async () => {
    const { call } = createCaller();
    expect((await call("POST", `${DATABASE}/documents:nope`, { as: "owner", body: {} })).status).toBe(404);
    expect((await call("POST", `${DATABASE}/documents:runQuery`, { as: "owner", body: {} })).status).toBe(
      501,
    );
    expect((await call("GET", `${ALICE}?readTime=2020-01-01T00:00:00Z`, { as: "owner" })).status).toBe(501);
  });

  test("a list of documents is read page by page", async () => {
    const { call } = createCaller();
    for (const id of ["a", "b", "c"])
      await call("PATCH", `${DATABASE}/documents/users/${id}`, { as: "owner", body: {} });
    const list = (query: string) => call("GET", `${DATABASE}/documents/users?${query}`, { as: "owner" });
    const first = await list("pageSize=2");
    const { documents, nextPageToken = "" } = first.body as { documents: object[]; nextPageToken?: string };
    expect(documents).toHaveLength(2);
    const { body } = await list(`pageSize=2&pageToken=${encodeURIComponent(nextPageToken)}`);
    expect(body).toMatchObject({ documents: [{ name: `${DATABASE}/documents/users/c` }] });
    expect(body).not.toHaveProperty("nextPageToken");
    expect((await list("pageSize=-1")).status).toBe(400);
    const foreign = btoa(encodeURIComponent(`${DATABASE}/documents/posts/a`));
    for (const token of ["*", "xyz", foreign]) expect((await list(`pageToken=${token}`)).status).toBe(400);
  });

  test("a list of documents has only the fields of the mask, and is sorted only by name", async () => {
    const { call } = createCaller();
    const users = `${DATABASE}/documents/users`;
    await call("PATCH", `${users}/a`, {
      as: "owner",
      body: { fields: { n: integer("1"), m: integer("2") } },
    });
    const list = (query: string) => call("GET", `${users}?${query}`, { as: "owner" });
    const { body } = await list("mask.fieldPaths=n");
    expect(body).toMatchObject({ documents: [{ fields: { n: integer("1") } }] });
    expect(body).not.toHaveProperty("documents.0.fields.m");
    expect((await list("mask.fieldPaths=a..b")).status).toBe(400);
    expect((await list("orderBy=__name__")).body).toMatchObject({ documents: [{ name: `${users}/a` }] });
    const sorted = await list("orderBy=n");
    expect(sorted).toMatchObject({
      status: 501,
      body: { error: { message: expect.stringContaining("no queries") } },
    });
  });
});
