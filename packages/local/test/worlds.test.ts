import type { HttpBindings } from "@hono/node-server";
import { expect, test } from "vitest";
import { createWorlds } from "../../../mocks/worlds/worlds.ts";
import { siteUnderFailureScripts } from "../src/compose.ts";
import { currentWorld } from "../src/current-world.ts";

const HOUR_MS = 3_600_000;
const bindings = { outgoing: { socket: null, destroy: () => {} } } as unknown as HttpBindings;
const subscribe = (host: string) =>
  new Request(`http://${host}:3000/api/newsletter`, { method: "POST", body: "{}" });

test("the site's own API works on the clock and the outbox of the world that its host names", async () => {
  const services = createWorlds({ now: () => 0 });
  services.world("w7").clock.advance(HOUR_MS);
  const site = siteUnderFailureScripts(services, async () => {
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

test("a failure script of one world leaves the site alone in the next", async () => {
  const services = createWorlds();
  services.world("w7").failures.add({ endpoint: "newsletter", fault: { kind: "status", status: 503 } });
  const site = siteUnderFailureScripts(services, () => new Response("subscribed"));
  expect((await site(subscribe("w7.localhost"), bindings)).status).toBe(503);
  expect((await site(subscribe("w8.localhost"), bindings)).status).toBe(200);
});
