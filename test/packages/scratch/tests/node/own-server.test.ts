import { createIdentityClient, memoryPersistence, signUp } from "@tallybin/identity";
import { createTest } from "@tallybin/local-services/vitest-server";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect } from "vitest";

const server = setupServer(http.get("https://api.example.com/orders", () => HttpResponse.json(["order"])));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
const test = createTest(server);

test("the application's server of MSW answers for its API and for the services", async ({ services }) => {
  const identity = createIdentityClient({
    apiKey: "demo-key",
    projectId: "demo-project",
    persistence: memoryPersistence(),
  });
  await signUp(identity, { email: "ada@example.test", password: "correct horse" });
  identity.dispose();
  expect(services.identity.size).toBe(1);
  expect(await (await fetch("https://api.example.com/orders")).json()).toEqual(["order"]);
});
