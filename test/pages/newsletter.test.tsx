import { signUp } from "@tallybin/identity";
import { beforeAll, expect, test, vi } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { identityClient, startSession } from "../../src/identity/client/client.ts";
import { signOut } from "../../src/identity/client/sign-out.ts";
import { sessionStore } from "../../src/identity/state/session-store.ts";
import { subscribe } from "../../src/newsletter/subscribe.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices, until } from "./support/local.ts";

stubLocalServices();
const behind = globalThis.fetch;

beforeAll(() => {
  putConfig();
  startSession(siteConfig(), { eager: true });
});

test("a retry for one user does not carry the next user's token", async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input !== "/api/newsletter") return behind(input, init);
    sent.push(new Headers(init?.headers).get("authorization"));
    return Response.json({ status: "error", code: "unavailable", message: "Later." }, { status: 503 });
  });
  const client = await identityClient();
  await signUp(client, { email: "ada@example.com", password: "correct horse" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false); // the retry waits for the network
  const subscribed = subscribe("ada@example.com");
  await until(() => expect(sent).toHaveLength(1));
  signOut();
  await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  await signUp(client, { email: "bob@example.com", password: "correct horse" });
  window.dispatchEvent(new Event("online"));
  await subscribed;
  expect(sent[0]).toMatch(/^Bearer ey/);
  expect(sent[1]).toBe("Bearer undefined");
});
