import { describe, expect, test } from "vitest";
import { createRestClient } from "../../../mocks/rest-client.ts";
import { ALICE, createCaller, DATABASE, merge, nameOf, text } from "./support.ts";

const T = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const refusal = (code: number, status: string) => ({
  status: code,
  body: { error: { code, status, message: expect.any(String) } },
});

describe("documents over REST", () => {
  test("the REST API creates a document by a merge, and reads, patches and deletes the document", async () => {
    const { commit, get, call } = createCaller();
    expect(await commit([merge({ email: text("a@example.com"), n: { integerValue: "1" } })])).toEqual({
      status: 200,
      body: { writeResults: [{ updateTime: T }], commitTime: T },
    });
    expect(await get()).toEqual({
      status: 200,
      body: {
        name: ALICE,
        fields: { email: text("a@example.com"), n: { integerValue: "1" } },
        createTime: T,
        updateTime: T,
      },
    });
    expect(await get("alice", "?mask.fieldPaths=n")).toMatchObject({
      body: { fields: { n: { integerValue: "1" } } },
    });
    const patched = await call("PATCH", `${ALICE}?updateMask.fieldPaths=email&updateMask.fieldPaths=n`, {
      as: "alice",
      body: { fields: { email: text("b@example.com"), ignored: text("x") } },
    });
    expect(patched.body).toMatchObject({ fields: { email: text("b@example.com") } });
    expect(patched.body).not.toHaveProperty("fields.n");
    expect(patched.body).not.toHaveProperty("fields.ignored");
    expect(await call("DELETE", ALICE, { as: "alice" })).toEqual({ status: 200, body: {} });
    expect(await call("DELETE", ALICE, { as: "alice" })).toEqual({ status: 200, body: {} });
    expect(await get()).toEqual(refusal(404, "NOT_FOUND"));
  });

  test("batchGet returns found documents, missing documents and the read time", async () => {
    const { call, commit } = createCaller();
    const batchGet = () =>
      call("POST", `${DATABASE}/documents:batchGet`, { as: "alice", body: { documents: [ALICE, ALICE] } });
    expect((await batchGet()).body).toEqual([{ missing: ALICE, readTime: T }]);
    await commit([merge({ email: text("a@example.com") })]);
    expect((await batchGet()).body).toMatchObject([{ found: { name: ALICE }, readTime: T }]);
  });

  test("a commit with one invalid write stores none of its writes", async () => {
    const { commit, get } = createCaller();
    const second = merge({ n: text("2") }, { currentDocument: { updateTime: "2020-01-01T00:00:00Z" } });
    expect(await commit([merge({ n: text("1") }), second])).toEqual(refusal(400, "FAILED_PRECONDITION"));
    expect(await get()).toEqual(refusal(404, "NOT_FOUND"));
  });

  test("a commit applies each transform and returns the result of each transform", async () => {
    const { commit, get } = createCaller();
    const updateTransforms = [
      { fieldPath: "at", setToServerValue: "REQUEST_TIME" },
      { fieldPath: "count", increment: { integerValue: "2" } },
      { fieldPath: "tags", appendMissingElements: { values: [text("a"), text("a")] } },
    ];
    const answer = await commit([merge({ n: text("1") }, { updateTransforms })]);
    expect(answer.body).toMatchObject({
      writeResults: [
        {
          transformResults: [
            { timestampValue: expect.stringMatching(/^[\dT:-]{19}(\.\d{3})?Z$/) },
            { integerValue: "2" },
            { nullValue: null },
          ],
        },
      ],
    });
    expect(await get()).toMatchObject({ body: { fields: { count: { integerValue: "2" } } } });
  });

  test("a field name that is not an identifier must be in back-quotes", async () => {
    const { commit, get } = createCaller();
    const quoted = {
      update: { name: ALICE, fields: { "a-b": text("1") } },
      updateMask: { fieldPaths: ["`a-b`"] },
    };
    expect((await commit([quoted])).status).toBe(200);
    expect(await get()).toMatchObject({ body: { fields: { "a-b": text("1") } } });
  });

  test.each([
    ["a body that is not JSON", "{bad"],
    ["a body nested deeper than any stack", `${"[".repeat(200_000)}`],
    ["a value of no known kind", { writes: [merge({ x: { weird: 1 } })] }],
    ["a value of two kinds", { writes: [merge({ x: { stringValue: "a", nullValue: null } })] }],
    ["an integer with letters", { writes: [merge({ x: { integerValue: "abc" } })] }],
    ["an integer of more than 64 bits", { writes: [merge({ x: { integerValue: "9223372036854775808" } })] }],
    [
      "an array directly in an array",
      { writes: [merge({ x: { arrayValue: { values: [{ arrayValue: {} }] } } })] },
    ],
    ["a reserved field name", { writes: [{ update: { name: ALICE, fields: { __x__: text("1") } } }] }],
    [
      "a path that needs quotes",
      { writes: [{ update: { name: ALICE }, updateMask: { fieldPaths: ["a-b"] } }] },
    ],
    ["an empty write", { writes: [{}] }],
    ["a name of another database", { writes: [{ delete: ALICE.replace("demo-project", "other") }] }],
    ["a name of a collection", { writes: [{ delete: `${DATABASE}/documents/users` }] }],
    ["a text of more than a megabyte", { writes: [merge({ x: text("x".repeat(1_048_488)) })] }],
  ])("a commit with %s is refused with INVALID_ARGUMENT", async (_, body) => {
    const { call } = createCaller();
    expect(await call("POST", `${DATABASE}/documents:commit`, { as: "alice", body })).toEqual(
      refusal(400, "INVALID_ARGUMENT"),
    );
  });
});

describe("preconditions", () => {
  test.each([
    ["absent but must exist", false, { exists: true }, refusal(404, "NOT_FOUND")],
    ["present but must not exist", true, { exists: false }, refusal(409, "ALREADY_EXISTS")],
    [
      "of another version than the required one",
      true,
      { updateTime: "2020-01-01T00:00:00Z" },
      refusal(400, "FAILED_PRECONDITION"),
    ],
  ])("a commit is refused for a document that is %s", async (_, isThere, currentDocument, expected) => {
    const { commit } = createCaller();
    if (isThere) await commit([merge({ n: text("1") })]);
    expect(await commit([merge({ n: text("2") }, { currentDocument })])).toEqual(expected);
  });

  test("a write whose precondition names the current update time succeeds", async () => {
    const { commit, get } = createCaller();
    await commit([merge({ n: text("1") })]);
    const { updateTime } = (await get()).body as { updateTime: string };
    expect((await commit([merge({ n: text("2") }, { currentDocument: { updateTime } })])).status).toBe(200);
  });
});

describe("the rules", () => {
  test.each([
    ["another user", "bob"],
    ["a caller without credentials", undefined],
  ])(
    "the rules forbid %s to read, write or delete a user's document, whether or not it exists",
    async (_, as) => {
      const { call } = createCaller();
      const who = as ? { as } : {};
      const writes = [merge({ n: text("1") }, { currentDocument: { exists: true } })];
      for (const answer of [
        await call("GET", ALICE, who),
        await call("DELETE", ALICE, who),
        await call("POST", `${DATABASE}/documents:commit`, { ...who, body: { writes } }),
        await call("POST", `${DATABASE}/documents:batchGet`, { ...who, body: { documents: [ALICE] } }),
      ])
        expect(answer).toEqual(refusal(403, "PERMISSION_DENIED"));
    },
  );

  test.each(["stripePriceId", "stripeSubscriptionStatus"])(
    "a user can neither write nor remove the field %s",
    async (field) => {
      const { commit, get } = createCaller();
      const forbidden = merge({ [field]: text("x") });
      expect(await commit([forbidden])).toEqual(refusal(403, "PERMISSION_DENIED"));
      await commit([forbidden], "owner");
      expect((await commit([merge({ name: text("Alice") })])).status).toBe(200);
      expect(await commit([{ update: { name: ALICE, fields: {} } }])).toEqual(
        refusal(403, "PERMISSION_DENIED"),
      );
      expect(await get()).toMatchObject({ body: { fields: { [field]: text("x"), name: text("Alice") } } });
    },
  );

  test("only an administrator can list documents", async () => {
    const { commit, call } = createCaller();
    await commit([merge({ n: text("1") })]);
    const users = `${DATABASE}/documents/users`;
    expect(await call("GET", users, { as: "alice" })).toEqual(refusal(403, "PERMISSION_DENIED"));
    expect(await call("GET", users, { as: "owner" })).toMatchObject({
      body: { documents: [{ name: ALICE }] },
    });
  });
});

describe("the document service among the local services", () => {
  test("the document service accepts an ID token until it expires, even if the account was deleted", async () => {
    const { services, call } = createCaller();
    const rest = createRestClient(services);
    const { localId, idToken: token } = await rest.signUp("ada@example.test", "correct horse");
    const read = () => call("GET", nameOf(localId), { token });
    expect(await read()).toEqual(refusal(404, "NOT_FOUND"));
    await rest.accounts("delete", { idToken: token });
    const body = { fields: { name: text("Ada") } };
    expect((await call("PATCH", nameOf(localId), { token, body })).status).toBe(200);
    services.clock.advance(3_601_000);
    expect(await read()).toEqual(refusal(401, "UNAUTHENTICATED"));
    expect(await call("GET", ALICE, { token: "no-jwt" })).toEqual(refusal(400, "INVALID_ARGUMENT"));
  });

  test("a failure script for the document service applies by endpoint and by account", async () => {
    const { services, get, commit } = createCaller();
    services.failures.add({
      endpoint: "documents:get",
      uid: "alice",
      fault: { kind: "status", status: 503 },
    });
    expect((await get()).status).toBe(503);
    expect((await commit([merge({ n: text("1") })])).status).toBe(200);
  });

  test("a snapshot contains and restores the documents, and a reset removes them", async () => {
    const { services, commit, get } = createCaller();
    await commit([merge({ n: text("1") })]);
    const snapshot = structuredClone(services.snapshot());
    services.reset();
    expect((await get()).status).toBe(404);
    services.restore(snapshot);
    expect(await get()).toMatchObject({ body: { fields: { n: text("1") } } });
  });

  test("a commit is later than all commits and reads before it, even if the clock is frozen or set back", async () => {
    const { services, call, commit } = createCaller();
    const read = { as: "alice", body: { documents: [ALICE] } };
    const times: string[] = [];
    services.clock.freeze();
    for (const ms of [0, 0, -3_600_000, 5]) {
      services.clock.advance(ms);
      const found = (await call("POST", `${DATABASE}/documents:batchGet`, read)).body;
      const [{ readTime }] = found as [{ readTime: string }];
      const { body } = await commit([merge({ n: text(String(times.length)) })]);
      times.push((body as { commitTime: string }).commitTime);
      expect(readTime < (times.at(-1) ?? "")).toBe(true);
    }
    expect([...new Set(times)].sort()).toEqual(times);
  });
});

test("a request path with an invalid percent escape does not crash the services", async () => {
  const { services } = createCaller();
  const path = "http://localhost:4300/v1/projects/%/databases/(default)/documents/users/alice";
  const response = await services.handle(new Request(path, { headers: { authorization: "Bearer owner" } }));
  expect(response?.status ?? 404).toBe(404);
});

test("a refusal by the rules quotes none of the rules", async () => {
  const { call } = createCaller();
  expect((await call("GET", ALICE)).body).toMatchObject({
    error: { message: "Missing or insufficient permissions." },
  });
});
