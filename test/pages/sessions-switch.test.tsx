import { randomUUID } from "node:crypto";
import { createIdentityClient, getIdToken, signUp } from "@tallybin/identity";
import { serverCustody } from "@tallybin/identity/custody";
import { expect, test, vi } from "vitest";
import { IDENTITY_NAMESPACE } from "../../src/config/browser-names.ts";
import { siteConfig } from "../../src/config/site-config.ts";
import { areSessionsOnServer } from "../../src/identity/client/account-data.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices } from "./support/local.ts";
import { until } from "./support/until.ts";

const { sent } = stubLocalServices();
const services = globalThis.fetch;
const kept = new Map<string, string>();
const ownCalls: string[] = [];

/** A server that has changed to `SESSIONS=server` since this page loaded. */
vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
  const { pathname } = new URL(String(input), window.location.href);
  if (pathname === "/") {
    const config = { ...siteConfig(), sessions: "server" };
    return new Response(`<script type="application/json" id="config">${JSON.stringify(config)}</script>`);
  }
  if (!pathname.startsWith("/api/session")) return services(input, init);
  ownCalls.push(pathname);
  const body = JSON.parse(String(init?.body)) as { refreshToken?: string };
  const named = new Headers(init?.headers).get("x-session") ?? "";
  if (pathname.endsWith("/token")) {
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: kept.get(named) ?? "" });
    return services("/securetoken.googleapis.com/v1/token?key=example-key", { method: "POST", body: form });
  }
  const session = randomUUID();
  kept.set(session, body.refreshToken ?? "");
  return Response.json({ session });
});

test("a page from before the switch to server custody keeps its user and sends its refreshes to the server", async () => {
  putConfig();
  startSession(siteConfig(), { eager: true });
  const identity = await identityClient();
  await signUp(identity, { email: "ada@example.com", password: "correct horse" });
  const { origin } = window.location;
  const newer = createIdentityClient({
    apiKey: "example-key",
    projectId: "demo-project",
    identityToolkitUrl: `${origin}/identitytoolkit.googleapis.com`,
    secureTokenUrl: `${origin}/securetoken.googleapis.com`,
    namespace: IDENTITY_NAMESPACE,
    custody: serverCustody({ url: `${origin}/api/session` }),
  });
  await until(() => expect(areSessionsOnServer()).toBe(true));
  newer.dispose();
  const exchanges = sent("token").length;
  await getIdToken(identity, { forceRefresh: true });
  expect(sessionStore.getState()).toMatchObject({ status: "signed-in", user: { email: "ada@example.com" } });
  await until(() => expect(sent("token").length + ownCalls.length).toBeGreaterThan(exchanges));
  for (const { body } of sent("token"))
    expect(
      [...kept.keys()].some((id) => body.includes(id)),
      "no handle goes to Google",
    ).toBe(false);
});
