import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

describe("the clock", () => {
  test("the clock refuses times outside its range and keeps its time", async () => {
    const { services, post, send } = connect();
    services.clock.freeze();
    const before = services.clock.now();
    for (const body of [
      '{"set":1e999}',
      '{"set":-1}',
      '{"advance":1e17}',
      '{"resume":true,"advance":1000,"skewClients":1e999}',
    ]) {
      const headers = { "content-type": "application/json" };
      expect((await send("/__local/clock", { method: "POST", headers, body })).status).toBe(400);
      expect(services.clock.now()).toBe(before);
    }
    expect((await post("/__local/clock", { set: 1_800_000_000_000.5 })).body).toMatchObject({
      frozenAt: 1_800_000_000_000,
    });
  });
});

describe("snapshots", () => {
  test("a snapshot with one inconsistent part is refused as a whole", async () => {
    const { services, signUp, post, call } = connect();
    const { idToken } = await signUp();
    const snapshot = { ...services.snapshot(), identity: { settings: {} } };
    const deep = JSON.parse(`${'{"a":{"mapValue":{"fields":'.repeat(60)}{}${"}}}".repeat(60)}`);
    const document = { name: "n", fields: deep, createdAt: 1, updatedAt: 1 };
    const clock = snapshot.clock;
    for (const broken of [
      { extensions: { firestore: { documents: "none" } } },
      { extensions: { firestore: { lastTime: 0, documents: [document] } } },
      { keys: [{ kid: "x", publicJwk: { kty: "RSA" }, privateJwk: { kty: "RSA" } }] },
      { clock: { ...clock, offset: 1e300 } },
      { identity: { settings: {}, users: [["", { localId: "" }]] } },
    ])
      expect((await post("/__local/snapshot", { ...snapshot, ...broken })).status).toBe(400);
    expect(services.identity.users.size).toBe(1);
    expect(services.clock.reading()).toMatchObject({ offset: 0 });
    expect((await call("accounts:lookup", { idToken })).status).toBe(200);
  });

  test("a snapshot restored in another project names that project in its documents", async () => {
    const { services } = connect();
    const { uid } = await services.scenarios.load("plan active");
    const other = connect({ projectId: "world-7" });
    other.services.restore(services.snapshot());
    const path = `/v1/projects/world-7/databases/(default)/documents/users/${uid}`;
    const { body } = await other.send(path, { headers: { authorization: "Bearer owner" } });
    expect(body).toMatchObject({ name: path.slice(4) });
  });
});
