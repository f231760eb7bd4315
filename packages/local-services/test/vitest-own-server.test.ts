import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect } from "vitest";
import { createTest } from "../src/fixtures/vitest-server.ts";

const server = setupServer(
  http.get("https://api.example.com/orders", () => HttpResponse.json(["one order"])),
);
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
const test = createTest(server);

test.for(["first", "second"])(
  "an application's own server answers for its API and for the services of the %s test",
  async (_, { services }) => {
    const { email } = await services.scenarios.load("verified customer");
    const orders = await fetch("https://api.example.com/orders");
    expect(await orders.json()).toEqual(["one order"]);
    const url = "https://identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=any-key";
    const body = JSON.stringify({ requestType: "PASSWORD_RESET", email });
    const headers = { "content-type": "application/json" };
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    expect(services.outbox.list()).toHaveLength(1);
  },
);
