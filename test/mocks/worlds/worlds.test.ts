import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { createWorlds, type WorldsOptions } from "../../../mocks/worlds/worlds.ts";
import { clientOf, type Exchange } from "../support.ts";

const PORT = "http://localhost:9099";
const START = Date.UTC(2030, 0, 1);

function connect(options: WorldsOptions = {}) {
  let time = START;
  const worlds = createWorlds({ now: () => time, ...options });
  const client = clientOf(worlds);
  const signUp = (key: string, email = "ada@example.test", origin = PORT) =>
    client.post(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${key}`, {
      email,
      password: "correct horse",
    });
  const pass = (ms: number) => {
    time += ms;
  };
  return { worlds, ...client, signUp, pass };
}
const claimsOf = ({ body }: Exchange): unknown => decodeJwt(String(body["idToken"]));

describe("a world", () => {
  test("each world has its own accounts, clock, failure scripts, mails and documents", async () => {
    const { worlds, signUp, send, post } = connect();
    const keys = ["any-key", "world-1", "world-2"];
    for (const key of keys) expect((await signUp(key)).status, key).toBe(200);
    worlds.world("world-1").clock.advance(3_600_000);
    worlds.world("world-1").failures.add({ fault: { kind: "status", status: 503 } });
    expect((await signUp("world-1", "una@example.test")).status).toBe(503);
    expect((await signUp("world-2", "una@example.test")).status).toBe(200);
    expect(worlds.clock.now()).toBe(START);
    expect(worlds.world("world-2").clock.now()).toBe(START);

    await post(`${PORT}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=world-2`, {
      requestType: "PASSWORD_RESET",
      email: "ada@example.test",
    });
    expect(worlds.world("world-2").outbox.list()).toHaveLength(1);
    expect(worlds.world("world-1").outbox.list()).toEqual([]);
    expect(worlds.outbox.list()).toEqual([]);

    const document = (project: string) => `/v1/projects/${project}/databases/(default)/documents/users/ada`;
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    const body = JSON.stringify({ fields: { name: { stringValue: "Ada" } } });
    await send(document("world-2"), { method: "PATCH", headers, body });
    expect((await send(document("world-2"), { headers })).status).toBe(200);
    expect((await send(`${document("world-2")}?world=world-2`, { headers })).status).toBe(200);
    expect(worlds.world("world-2").snapshot().extensions["firestore"]).not.toEqual(
      worlds.world("world-3").snapshot().extensions["firestore"],
    );
  });

  test("an ID token that one world issues is refused by another world", async () => {
    const { signUp, post } = connect();
    const answer = await signUp("world-1");
    const { idToken } = answer.body;
    expect(claimsOf(answer)).toMatchObject({ aud: "world-1", iss: "https://securetoken.google.com/world-1" });
    const lookup = (key: string) =>
      post(`${PORT}/identitytoolkit.googleapis.com/v1/accounts:lookup?key=${key}`, { idToken });
    expect((await lookup("world-1")).status).toBe(200);
    expect((await lookup("world-2")).word).toBe("INVALID_ID_TOKEN");
  });

  test("a world whose name comes from the host keeps the project ID of the default world", async () => {
    const { signUp } = connect({ projectId: "my-app" });
    const answer = await signUp("my-key", "ada@example.test", "http://w7.localhost:9099");
    expect(claimsOf(answer)).toMatchObject({ aud: "my-app" });
  });

  test("a mailed link and a consent page lead to their world without its host or key", async () => {
    const { worlds, signUp, send, post } = connect({ origin: PORT, consentOrigin: "http://localhost:9100" });
    await signUp("my-key", "ada@example.test", "http://w7.localhost:9099");
    const toolkit = "http://w7.localhost:9099/identitytoolkit.googleapis.com/v1";
    await post(`${toolkit}/accounts:sendOobCode?key=my-key`, {
      requestType: "PASSWORD_RESET",
      email: "ada@example.test",
    });
    const { actionLink = "" } = worlds.world("w7").outbox.latest("ada@example.test");
    expect(new URL(actionLink).origin).toBe(PORT);
    const followed = await send(`${actionLink}&newPassword=another-horse`);
    expect(followed.body).toMatchObject({ authEmulator: { email: "ada@example.test" } });

    const continueUri = "http://localhost/callback";
    const { body } = await post(`${toolkit}/accounts:createAuthUri?key=my-key`, {
      providerId: "google.com",
      continueUri,
    });
    expect(new URL(String(body["authUri"])).origin).toBe("http://localhost:9100");
    expect((await send(String(body["authUri"]))).status).toBe(200);
  });

  test("the mailed links of a world that is named by host lead to the site on that host", async () => {
    const { worlds, post, signUp } = connect({ actionUrl: "http://localhost:3000/firebase-action" });
    await signUp("my-key", "ada@example.test", "http://w7.localhost:3000");
    const toolkit = "http://w7.localhost:3000/identitytoolkit.googleapis.com/v1";
    await post(`${toolkit}/accounts:sendOobCode?key=my-key`, {
      requestType: "PASSWORD_RESET",
      email: "ada@example.test",
    });
    const { actionLink = "" } = worlds.world("w7").outbox.latest("ada@example.test");
    expect(new URL(actionLink).origin).toBe("http://w7.localhost:3000");
  });

  test("a scenario of a world creates its documents in the world's own project", async () => {
    const { worlds, post, send } = connect();
    const { body } = await post("/__local/scenarios?world=world-5", { name: "plan active" });
    const path = `/v1/projects/world-5/databases/(default)/documents/users/${body["uid"]}`;
    const read = await send(path, { headers: { authorization: "Bearer owner" } });
    expect(read.body).toMatchObject({
      fields: { stripeSubscriptionStatus: { stringValue: "active" } },
    });
    expect(worlds.identity.users.size).toBe(0);
  });
});

describe("the end of a world", () => {
  test("a world ends when it has been unused for the idle time, and not before", async () => {
    const { worlds, signUp, pass } = connect({ idleMs: 1000 });
    await signUp("world-1");
    pass(1000);
    await signUp("world-2");
    expect(worlds.listWorlds().map(({ name }) => name)).toEqual(["world-2", "world-1"]);
    pass(1);
    await signUp("world-3");
    expect(worlds.listWorlds().map(({ name }) => name)).toEqual(["world-3", "world-2"]);
    expect(worlds.world("world-1").identity.users.size, "a world of the same name is empty").toBe(0);
  });

  test("the least recently used world ends first when there are too many worlds", async () => {
    const { worlds, signUp } = connect({ mostWorlds: 2 });
    await signUp("world-1");
    await signUp("world-2");
    await signUp("world-1", "una@example.test");
    await signUp("world-3");
    expect(worlds.listWorlds().map(({ name }) => name)).toEqual(["world-3", "world-1"]);
  });

  test("a world does not end while a page has its workbench open", async () => {
    const { worlds, signUp, pass } = connect({ idleMs: 1000 });
    const page = new AbortController();
    await worlds.handle(new Request(`${PORT}/__local/stream?world=world-1`, { signal: page.signal }));
    pass(5000);
    await signUp("world-2");
    expect(worlds.listWorlds().map(({ name }) => name)).toContain("world-1");
    page.abort();
    pass(5000);
    await signUp("world-2", "una@example.test");
    expect(worlds.listWorlds().map(({ name }) => name)).not.toContain("world-1");
  });

  test("a world ends on request, and its hanging requests end with it", async () => {
    const { worlds, send, signUp, pass } = connect({ idleMs: 1000 });
    worlds.world("world-1").failures.add({ fault: { kind: "hang" } });
    const hanging = signUp("world-1");
    await expect.poll(() => worlds.world("world-1").failures.list()[0]?.applied).toBe(1);
    pass(5000);
    await signUp("world-2");
    expect(worlds.listWorlds(), "a running request keeps its world").toHaveLength(2);
    expect((await send("/__local/worlds/world-1", { method: "DELETE" })).status).toBe(200);
    expect((await hanging.catch((error: unknown) => error)) ?? "ended").toBeDefined();
    expect((await send("/__local/worlds/world-1", { method: "DELETE" })).status).toBe(404);
  });
});

describe("a request with an invalid world name", () => {
  test("a request that names two worlds gets an error that a page of another origin can read", async () => {
    const { send, worlds } = connect();
    const { status, word, response } = await send(
      "http://w7.localhost:9099/identitytoolkit.googleapis.com/v1/projects?key=world-8",
      { headers: { origin: "http://app.test" } },
    );
    expect([status, word]).toEqual([400, expect.stringContaining("two worlds")]);
    expect(response.headers.get("access-control-allow-origin")).toBe("http://app.test");
    expect(worlds.listWorlds()).toEqual([]);
  });

  test("a request that no service answers creates no world", async () => {
    const { worlds } = connect();
    expect(await worlds.handle(new Request("http://w9.localhost:9099/favicon.ico"))).toBeUndefined();
    expect(worlds.listWorlds()).toEqual([]);
  });
});
