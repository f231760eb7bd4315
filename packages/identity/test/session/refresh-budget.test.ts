import { describe, expect, test } from "vitest";
import { createBrowser, refusal, type Tab } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * One browser with Alice's session. `isRefused` selects the ID tokens that the service refuses; `exchanges` are in
 * seconds.
 */
async function setUp({ tabs: count = 1, isRefused = (_token: unknown): boolean => false } = {}) {
  const browser = createBrowser({ stored: session() });
  const start = browser.clock.now();
  const exchanges: number[] = [];
  browser.answerWith((call) => {
    if (call.path === "/v1/token") exchanges.push((browser.clock.now() - start) / SECOND);
    else if (isRefused(call.body["idToken"])) return refusal("INVALID_ID_TOKEN");
    return google()(call);
  });
  const tabs = Array.from({ length: count }, () => browser.open());
  await settle();
  return { browser, tabs, exchanges };
}

const force = (tab: Tab) => identity.getIdToken(tab.client, { forceRefresh: true });

describe("forced refreshes", () => {
  test("forced refreshes share one back-off, however many tabs force a refresh", async () => {
    const { browser, tabs, exchanges } = await setUp({ tabs: 5 });
    for (let seconds = 0; seconds < 300; seconds += 1) {
      for (const tab of tabs) await force(tab);
      await browser.clock.advance(SECOND);
    }
    expect(exchanges).toEqual([0, 30, 90, 210]);
  });

  test("tabs that are opened later share the back-off of earlier forced refreshes", async () => {
    const { browser, tabs, exchanges } = await setUp();
    for (const tab of tabs) await force(tab);
    for (let opened = 0; opened < 20; opened += 1) {
      const tab = browser.open();
      await settle();
      await force(tab);
    }
    expect(exchanges).toEqual([0]);
  });

  test("a forced refresh returns a usable token to each caller, even during the back-off", async () => {
    const { browser, tabs } = await setUp({ tabs: 2 });
    const [one, two] = await Promise.all(tabs.map(force));
    expect(one).toBe(two);
    await browser.clock.advance(SECOND);
    for (const tab of tabs) expect(await force(tab)).toBe(one);
  });
});

describe("tokens that the service refuses", () => {
  test("if the service refuses every token, all tabs together make one refresh and the session ends", async () => {
    const { tabs, exchanges } = await setUp({ tabs: 5, isRefused: () => true });
    for (let rounds = 0; rounds < 10; rounds += 1)
      for (const tab of tabs) await identity.reload(tab.client).catch(() => undefined);
    expect(exchanges).toEqual([0]);
    for (const { client } of tabs)
      expect(client.getState()).toEqual({ status: "signed-out", reason: "invalid-user-token" });
  });

  test("after the service has accepted a newer token, the next refused token causes a forced refresh again", async () => {
    const refused = new Set<unknown>();
    const { browser, tabs, exchanges } = await setUp({ isRefused: (token) => refused.has(token) });
    const [tab] = tabs as [Tab];
    refused.add(await identity.getIdToken(tab.client));
    await identity.reload(tab.client);
    expect(exchanges).toHaveLength(1);
    await browser.clock.advance(56 * MINUTE);
    expect(exchanges).toHaveLength(2);
    refused.add(await identity.getIdToken(tab.client));
    await expect(identity.reload(tab.client)).resolves.toMatchObject({ uid: "alice" });
    expect(exchanges).toHaveLength(3);
  });

  test("the refresh after a refused token counts as a forced one, so a caller waits for the next step", async () => {
    const refused = new Set<unknown>();
    const { browser, tabs, exchanges } = await setUp({ isRefused: (token) => refused.has(token) });
    const [tab] = tabs as [Tab];
    refused.add(await identity.getIdToken(tab.client));
    await identity.reload(tab.client);
    await force(tab);
    expect(exchanges).toEqual([0]);
    await browser.clock.advance(30 * SECOND);
    await force(tab);
    expect(exchanges).toEqual([0, 30]);
  });
});
