import { request } from "node:http";
import { setupServer } from "msw/node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLocalServices } from "../../mocks/local-services.ts";
import { listen } from "./http.ts";

const services = createLocalServices();
const server = setupServer(...services.handlers);
beforeEach(() => {
  services.reset();
  server.listen({ onUnhandledRequest: "error" });
});
afterEach(() => server.close());

const signUp = (origin: string): Promise<Response> =>
  fetch(`${origin}/v1/accounts:signUp?key=any-key`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.test", password: "correct horse", returnSecureToken: true }),
  });

test.each([
  { where: "Google's own host", origin: "https://identitytoolkit.googleapis.com" },
  {
    where: "the emulator's path on any origin",
    origin: "http://localhost:9099/identitytoolkit.googleapis.com",
  },
])("in Vitest, the handlers for msw/node answer at $where", async ({ origin }) => {
  expect((await signUp(origin)).status).toBe(200);
  expect((await signUp(origin)).status).toBe(400);
});

test('in Vitest, the failure "offline" rejects fetch like a network error in a page', async () => {
  services.failures.add({ fault: { kind: "offline" } });
  await expect(signUp("https://identitytoolkit.googleapis.com")).rejects.toThrow(TypeError);
});

test('in Vitest, the failure "cut" rejects the reading of the response body', async () => {
  services.failures.add({ fault: { kind: "cut" } });
  const response = await signUp("https://identitytoolkit.googleapis.com");
  await expect(response.json()).rejects.toThrow();
});

test('over HTTP, the failures "offline" and "cut" break the connection', async () => {
  server.close();
  const http = await listen(services);
  const origin = `${http.origin}/identitytoolkit.googleapis.com`;
  services.failures.add({ times: 1, fault: { kind: "offline" } });
  await expect(signUp(origin)).rejects.toThrow(TypeError);
  services.failures.add({ times: 1, fault: { kind: "cut" } });
  // Do not use fetch, because it discards received data when the connection breaks.
  const { status, text } = await new Promise<{ status?: number | undefined; text: string }>((resolve) => {
    const sent = request(`${origin}/v1/accounts:signUp?key=k`, { method: "POST" }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("error", () => resolve({ status: response.statusCode, text }));
    });
    sent.end(JSON.stringify({ email: "cut@example.com", password: "correct horse" }));
  });
  expect(status).toBe(200);
  expect(text).toMatch(/^\{/);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(services.identity.users.size, "the operation ran").toBe(1);
  await http.close();
});
