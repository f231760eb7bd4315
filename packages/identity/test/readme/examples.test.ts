import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { createLocalServices } from "../../../../mocks/local-services.ts";
import { createRestClient } from "../../../../mocks/rest-client.ts";
import { createLocal } from "../support/local.ts";
import { answerPost } from "./form-post.usage.ts";
import { signInWithCode } from "./second-factor.usage.ts";

test("the README's first example signs in, calls an API and signs out", async () => {
  const services = createLocalServices({ projectId: "demo-project" });
  await createRestClient(services).signUp("ada@example.com", "correct horse");
  const orders: (string | null)[] = [];
  const shop = http.get("https://api.example.com/orders", ({ request }) => {
    orders.push(request.headers.get("authorization"));
    return HttpResponse.json([]);
  });
  const server = setupServer(shop, ...services.handlers);
  server.listen({ onUnhandledRequest: "error" });
  try {
    await import("./readme.usage.ts");
  } finally {
    server.close();
  }
  expect(orders).toEqual([expect.stringMatching(/^Bearer ey/)]);
});

test("the README's example of a second factor signs in with the code of an authenticator app", async () => {
  const { client, services } = createLocal();
  const { email, password = "" } = await services.scenarios.load("second factor");
  const askForCode = async () => services.totpCodes(email)[0]?.code ?? "";
  expect(await signInWithCode(client, email, password, askForCode)).toMatchObject({ email });
});

test("the README's function for a static host escapes Apple's posted response and puts it into the page", async () => {
  const body = new URLSearchParams({ state: "1", code: '"><script>' });
  const response = await answerPost(
    new Request("https://site.test", { method: "POST", body }),
    "<head></head>",
  );
  expect(await response.text()).toBe(
    '<head><meta name="oauth-response" content="state=1&amp;code=%22%3E%3Cscript%3E"></head>',
  );
});
