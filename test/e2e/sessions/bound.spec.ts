import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { chromium, expect, type Page } from "@playwright/test";
import { memoryStore, sessionHandlers } from "../../../packages/identity-server/src/index.ts";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { createUpstream, SECRET } from "../../../packages/server/test/support/sessions.ts";
import { createTokenService, TOKEN_PROJECT } from "../../../packages/server/test/support/tokens.ts";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { startTlsProxy } from "../../support/tls-proxy.ts";
import { test } from "../worker.ts";

/** Device bound sessions, with keys in software. */
const FEATURES = ["DeviceBoundSessions", "EnableBoundSessionCredentialsSoftwareKeysForManualTesting"];
const SHORT = /^__Host-bound-/;

/** Browsers offer device bound sessions to HTTPS only, so the handlers run behind a TLS proxy. */
const port = await leasePorts();
const origin = `https://localhost:${port}`;
const tokens = await createTokenService();
const upstream = createUpstream({ tokens });
const calls: string[] = [];
const handlers = sessionHandlers({
  store: memoryStore({ idleSeconds: 86_400, lifetimeSeconds: 86_400 }),
  secrets: [SECRET],
  origin,
  projectId: TOKEN_PROJECT,
  apiKey: "fake-key",
  binding: "requests",
  fetchTokens: upstream.fetchTokens,
  fetchKeys: tokens.fetchKeys,
});
const server = createServer(
  getRequestListener(async (request) => {
    const answer = await handlers.handle(request);
    const page = new Response("<title>A page</title>", { headers: { "content-type": "text/html" } });
    if (answer) calls.push(`${new URL(request.url).pathname} ${answer.status}`);
    return answer ?? page;
  }),
);
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
test.beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(port + 1, "127.0.0.1", resolve));
  proxy = await startTlsProxy(port, port + 1);
});
test.afterAll(async () => {
  await proxy.close();
  server.close();
});

type Call = { path: string; method: string; session: string; body?: object };
const call = (page: Page, options: Call): Promise<{ status: number; text: string }> =>
  page.evaluate(async ({ path, method, session, body }) => {
    const headers = { "x-session": session, "content-type": "application/json" };
    const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: response.status, text: await response.text() };
  }, options);

test("Chromium binds a session to a key, and a copy of the session's cookies is refused", async () => {
  // The headless shell has no device bound sessions.
  const { args, ...options } = launchOptions(ensureBrowser());
  const switches = [`--enable-features=${FEATURES.join(",")}`, proxy.trust];
  const browser = await chromium.launch({ ...options, args: [...args, ...switches] });
  const context = await browser.newContext();
  const page = await context.newPage();
  const shortCookies = async () =>
    (await context.cookies()).filter(({ name }) => SHORT.test(name)).map(({ value }) => value);
  await page.goto(origin);
  const place = { stamp: 1, generation: "", change: 0, turn: 1 };
  const body = { ...(await upstream.signIn("alice")), place };
  const handed = await call(page, { path: "/api/session", method: "POST", session: "new", body });
  const { session } = JSON.parse(handed.text) as { session: string };
  await expect.poll(shortCookies, "the browser has registered its key").toHaveLength(1);
  const [first] = await shortCookies();
  const list: Call = { path: "/api/sessions", method: "GET", session };
  expect((await call(page, list)).text).toContain('"bound":true');

  // As after ten minutes.
  await context.clearCookies({ name: SHORT });
  const copy = await browser.newContext({ storageState: await context.storageState() });
  const token: Call = { path: "/api/session/token", method: "POST", session, body: { held: "" } };
  expect((await call(page, token)).status).toBe(200);
  expect(await shortCookies()).not.toEqual([first]);
  expect(calls).toEqual([
    ...["/api/session 200", "/api/session/binding 200", "/api/sessions 200"],
    ...["/api/session/proof 403", "/api/session/proof 200", "/api/session/token 200"],
  ]);

  const thief = await copy.newPage();
  await thief.goto(origin);
  expect((await call(thief, token)).status).toBe(503);
  await browser.close();
});
