import { createLocalServices, createRestClient } from "@tallybin/local-services";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";

/** The blocks of the READMEs, as a reader would paste them. */
const blocks = import.meta.glob("../../snippets/*.ts");
const run = (name: string) => blocks[`../../snippets/${name}.ts`]?.();

const RECIPES = [
  "in-vitest",
  "over-http",
  "session-expires",
  "revoked",
  "two-tabs",
  "lost-answer",
  "forgotten",
  "collision",
  "second-factor",
  "passkey",
  "severed",
];

test.each(RECIPES)("the README's code block %s runs", async (name) => {
  expect(await run(name)).toBeDefined();
});

test("the example of the identity client's README runs with the services at Google's addresses", async () => {
  const services = createLocalServices({ projectId: "demo-project" });
  const orders: (string | null)[] = [];
  const server = setupServer(
    http.get("https://api.example.com/orders", ({ request }) => {
      orders.push(request.headers.get("authorization"));
      return HttpResponse.json([]);
    }),
    ...services.handlers,
  );
  server.listen({ onUnhandledRequest: "error" });
  await createRestClient(services).signUp("ada@example.com", "correct horse");
  await run("identity-1");
  server.close();
  expect(orders).toEqual([expect.stringMatching(/^Bearer ey/)]);
});
