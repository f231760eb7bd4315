import type { HttpBindings } from "@hono/node-server";
import { expect, test } from "vitest";
import { createRestClient } from "../../../../mocks/rest-client.ts";
import { createWorlds } from "../../../../mocks/worlds/worlds.ts";
import { applyFailureScriptsToSite, currentWorld } from "../../src/site/compose.ts";

const HOUR_MS = 3_600_000;
const bindings = { outgoing: { socket: null, destroy: () => {} } } as unknown as HttpBindings;
const subscribe = (host: string) =>
  new Request(`http://${host}:3000/api/newsletter`, { method: "POST", body: "{}" });

test("the site's own API uses the clock and the outbox of the world in the request's host name", async () => {
  const services = createWorlds({ now: () => 0 });
  services.world("w7").clock.advance(HOUR_MS);
  const site = applyFailureScriptsToSite(services, async () => {
    await Promise.resolve();
    const { clock, outbox } = currentWorld(services);
    outbox.send({
      kind: "mail",
      to: "ada@example.test",
      type: "NEWSLETTER_WELCOME",
      subject: "Hello",
      text: "",
    });
    return Response.json(clock.now());
  });
  const [moved, still] = await Promise.all(
    ["w7.localhost", "localhost"].map(async (host) => (await site(subscribe(host), bindings)).json()),
  );
  expect([moved, still]).toEqual([HOUR_MS, 0]);
  expect(services.world("w7").outbox.list()).toHaveLength(1);
  expect(services.outbox.list()).toHaveLength(1);
});

test("a failure script of one world does not affect the site's API in another world", async () => {
  const services = createWorlds({ endpoints: ["newsletter"] });
  services.world("w7").failures.add({ endpoint: "newsletter", fault: { kind: "status", status: 503 } });
  const site = applyFailureScriptsToSite(services, () => new Response("subscribed"));
  expect((await site(subscribe("w7.localhost"), bindings)).status).toBe(503);
  expect((await site(subscribe("w8.localhost"), bindings)).status).toBe(200);
});

test("the Origin header of a page on its own world's host is replaced by the site's origin; any other Origin stays unchanged", async () => {
  const services = createWorlds();
  const site = applyFailureScriptsToSite(services, async (request) =>
    Response.json([request.headers.get("origin"), await request.text()]),
  );
  const call = async (host: string, origin: string) => {
    const headers = { origin };
    const request = new Request(`http://${host}:3000/api/session`, { method: "POST", headers, body: "{}" });
    return (await site(request, bindings)).json();
  };
  expect(await call("w7.localhost", "http://w7.localhost:3000")).toEqual(["http://localhost:3000", "{}"]);
  for (const [host, origin] of [
    ["w7.localhost", "http://w8.localhost:3000"],
    ["w7.localhost", "http://w7.localhost:3001"],
    ["localhost", "http://w7.localhost:3000"],
    ["127.0.0.1", "http://127.0.0.1:3000"],
  ] as const)
    expect(await call(host, origin)).toEqual([origin, "{}"]);
});

test("the site's API exchanges tokens in the world of the request", async () => {
  const services = createWorlds();
  const site = applyFailureScriptsToSite(services, async () => {
    const url =
      "http://localhost:3000/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-example-key";
    const body = JSON.stringify({ email: "ada@example.test", password: "example-password" });
    const headers = { "content-type": "application/json" };
    const response = await currentWorld(services).handle(new Request(url, { method: "POST", headers, body }));
    return new Response(null, { status: response?.status ?? 404 });
  });
  const request = new Request("http://w7.localhost:3000/api/session/token", { method: "POST" });
  expect((await site(request, bindings)).status).toBe(200);
  expect([services.world("w7").identity.users.size, services.identity.users.size]).toEqual([1, 0]);
});

test('when the site refuses an unsigned token, the error and the log line name the setting "tokens"', async () => {
  const refusing = (tokens: "signed" | "unsigned") => {
    const services = createWorlds({ tokens });
    const body = { status: "error", code: "auth/invalid-user-token", message: "Not valid.", data: null };
    return {
      services,
      site: applyFailureScriptsToSite(services, () => Response.json(body, { status: 401 })),
    };
  };
  const askWith = async (tokens: "signed" | "unsigned") => {
    const { services, site } = refusing(tokens);
    const rest = createRestClient(services);
    const { idToken } = await rest.signUp("ada@example.test", "correct horse");
    const headers = { authorization: `Bearer ${idToken}` };
    const request = new Request("http://localhost:3000/api/newsletter", {
      method: "POST",
      headers,
      body: "{}",
    });
    const answer = await (await site(request, bindings)).json();
    return { answer, hint: services.log.list()[0]?.hint };
  };
  const named = 'set "tokens" to "signed"';
  expect(await askWith("unsigned")).toMatchObject({
    answer: { code: "auth/invalid-user-token", message: expect.stringContaining(named) },
    hint: expect.stringContaining(named),
  });
  expect(await askWith("signed")).toEqual({
    answer: expect.objectContaining({ message: "Not valid." }),
    hint: undefined,
  });
});
