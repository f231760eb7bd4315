import { describe, expect, test } from "vitest";
import { createLocalServices, type LocalServicesOptions } from "../../../mocks/local-services.ts";
import { createCaller, createChannelClient, DATABASE, text } from "./support.ts";

const documents = `${DATABASE}/documents`;
const POST = `${documents}/posts/1`;

/** A blog: everyone reads what is published, and only its author writes or deletes a post. */
const blog: NonNullable<LocalServicesOptions["documents"]> = {
  collections: ["posts", "posts/comments", "drafts"],
  rules: {
    get: ({ uid, before }) => before?.["draft"] === undefined || before["author"]?.["stringValue"] === uid,
    write: ({ uid, path, before, after }) =>
      path[0] !== "drafts" &&
      uid !== undefined &&
      after?.["author"]?.["stringValue"] === uid &&
      (before === undefined || before["author"]?.["stringValue"] === uid),
    delete: ({ claims }) => claims["admin"] === true,
  },
};
const open = (options: LocalServicesOptions = { documents: blog }) =>
  createCaller(createLocalServices(options));
const post = (author: string, more: object = {}, name = POST) => ({
  update: { name, fields: { author: text(author), ...more } },
});

describe("rules given as functions", () => {
  test("a user writes posts/1 and everyone reads it", async () => {
    const { commit, call } = open();
    expect((await commit([post("alice")])).status).toBe(200);
    for (const as of ["alice", "bob", undefined])
      expect(await call("GET", POST, { ...(as && { as }) })).toMatchObject({
        status: 200,
        body: { fields: { author: text("alice") } },
      });
    const batch = await call("POST", `${documents}:batchGet`, { body: { documents: [POST] } });
    expect(batch.body).toMatchObject([{ found: { name: POST } }]);
  });

  test.each([
    ["another user's write", "bob", POST, "bob"],
    ["a write in another's name", "bob", `${documents}/posts/2`, "alice"],
    ["a write that the rule refuses by the path", "alice", `${documents}/drafts/1`, "alice"],
    ["a collection that is not listed", "alice", `${documents}/users/alice`, "alice"],
    ["a subcollection that is not listed", "alice", `${documents}/posts/1/likes/1`, "alice"],
  ])("%s is refused", async (_, as, name, author) => {
    const { commit } = open();
    await commit([post("alice")]);
    expect((await commit([post(author, {}, name)], as)).status).toBe(403);
  });

  test("a rule sees the claims of the token, and an operation without a rule is refused", async () => {
    const services = createLocalServices({ documents: blog });
    const { call, commit } = createCaller(services);
    await commit([post("alice")]);
    expect((await call("DELETE", POST, { as: "alice" })).status).toBe(403);
    const { uid } = await services.scenarios.load("verified customer", { email: "ada@example.test" });
    services.identity.update({ localId: uid }, { customAttributes: '{"admin":true}' });
    const { idToken } = await services.issueSession(uid);
    expect((await call("DELETE", POST, { token: idToken })).status).toBe(200);
    const closed = open({ documents: { collections: ["posts"], rules: {} } });
    expect((await closed.call("GET", POST, { as: "alice" })).status).toBe(403);
    expect((await closed.commit([post("alice")], "owner")).status).toBe(200);
  });

  test("a subcollection is listed by its path", async () => {
    const { commit } = open();
    expect((await commit([post("bob", {}, `${POST}/comments/1`)], "bob")).status).toBe(200);
  });

  test("a listener gets changes of posts/1, and ends when its rule no longer allows the document", async () => {
    const { commit, fetch } = open();
    await commit([post("alice")]);
    const channel = createChannelClient(fetch);
    await channel.open("bob", [
      { database: DATABASE, addTarget: { targetId: 2, documents: { documents: [POST] } } },
    ]);
    const stream = await channel.receive(0);
    expect(JSON.stringify(await stream.read())).toContain('"documentChange"');
    await commit([post("alice", { title: text("News") })]);
    expect(JSON.stringify(await stream.read())).toContain("News");
    await commit([post("alice", { draft: text("Secret") })]);
    const last = JSON.stringify(await stream.read());
    expect(last).toContain('"REMOVE"');
    expect(last).not.toContain("Secret");
    await commit([post("alice", { title: text("Later") })]);
    expect(JSON.stringify(await stream.read())).not.toContain("Later");
  });

  test("a write stream follows the rules", async () => {
    const { fetch, call } = open();
    const channel = createChannelClient(fetch, "Write");
    await channel.open("alice", [{ database: DATABASE }, { streamToken: "", writes: [post("alice")] }]);
    expect((await call("GET", POST)).status).toBe(200);
  });

  test.each([
    ["a query", "POST", `${documents}:runQuery`, {}],
    ["a list", "GET", `${documents}/posts`, undefined],
    ["an aggregation", "POST", `${documents}:runAggregationQuery`, {}],
  ])("%s is refused with its reason", async (_, method, path, body) => {
    const { call } = open();
    expect(await call(method, path, { as: "alice", ...(body && { body }) })).toMatchObject({
      status: 501,
      body: { error: { status: "UNIMPLEMENTED", message: expect.stringContaining("no queries") } },
    });
  });

  test("a listener of a query is refused with its reason", async () => {
    const { fetch } = open();
    const channel = createChannelClient(fetch);
    await channel.open("alice", [{ database: DATABASE, addTarget: { targetId: 2, query: {} } }]);
    const stream = await channel.receive(0);
    expect(JSON.stringify(await stream.read())).toContain("no queries");
  });
});

describe("without rules of its own", () => {
  test("a project has the collection users, and each user their own document in it", async () => {
    const { commit } = open({});
    expect((await commit([post("alice")])).status).toBe(403);
    expect((await commit([post("alice", {}, `${documents}/users/alice`)])).status).toBe(200);
  });

  test("a list of collections gives each user their own document in every one", async () => {
    const { commit } = open({ documents: { collections: ["notes", "users"] } });
    expect((await commit([post("alice", {}, `${documents}/notes/alice`)])).status).toBe(200);
    expect((await commit([post("alice", {}, `${documents}/notes/bob`)])).status).toBe(403);
    expect((await commit([post("alice", {}, `${documents}/other/alice`)])).status).toBe(403);
  });
});
