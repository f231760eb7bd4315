import { beforeAll, expect, test, vi } from "vitest";
import { siteConfig } from "../../src/config/site-config.ts";
import { putConfig } from "./support/config.ts";
import { stubLocalServices } from "./support/local.ts";
import { until } from "./support/until.ts";

stubLocalServices();
beforeAll(() => putConfig());

/** A page of this browser, with its own modules, and the states that it shows. */
async function openPage() {
  vi.resetModules();
  const { signOut, signUp } = await import("@tallybin/identity");
  const { identityClient, startSession } = await import("../../src/identity/client/client.ts");
  const { sessionStore } = await import("../../src/identity/state/session-store.ts");
  const shown: string[] = [];
  sessionStore.subscribe(({ status }) => shown.push(status));
  startSession(siteConfig(), { eager: true });
  return { client: await identityClient(), shown, sessionStore, signOut, signUp };
}

test("a page that shows a stored session keeps it while its client reads storage", async () => {
  const before = await openPage();
  await before.signUp(before.client, { email: "ada@example.com", password: "correct horse" });
  before.client.dispose();
  const { client, shown } = await openPage();
  await client.ready();
  await until(() => expect(shown).toContain("signed-in"));
  expect(shown).not.toContain("unknown");
});

test("a page shows what its client says at any time, also while another page signs in and out", async () => {
  const { client, sessionStore } = await openPage();
  await client.ready();
  const differing: string[] = [];
  sessionStore.subscribe(({ status }) => {
    if (status !== client.getState().status) differing.push(status);
  });
  const other = await openPage();
  for (const name of ["bob", "carol"]) {
    await other.signUp(other.client, { email: `${name}@example.com`, password: "correct horse" });
    await until(() => expect(sessionStore.getState().status).toBe("signed-in"));
    await other.signOut(other.client);
    await until(() => expect(sessionStore.getState().status).toBe("signed-out"));
  }
  expect(differing).toEqual([]);
});
