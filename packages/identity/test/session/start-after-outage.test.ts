import { describe, expect, test } from "vitest";
import { createBrowser, KEY, refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;
const SECOND = 1000;

/** The token has expired, every exchange fails, and the back-off has reached its longest step. */
async function setUpOutage({ headers = {} }: { headers?: Record<string, string> } = {}) {
  const browser = createBrowser({ stored: session() });
  await browser.clock.advance(61 * MINUTE);
  browser.answerWith(() => ({ ...(refusal("", 503) as object), body: {}, headers }));
  const tab = browser.open();
  await browser.clock.advance(35 * MINUTE);
  expect(tab.client.getState()).toMatchObject({ connection: "reconnecting" });
  tab.crash();
  const exchanges = () => browser.calls.filter(({ path }) => path === "/v1/token").length;
  return { browser, exchanges, before: exchanges() };
}

describe("a page that starts while the back-off runs", () => {
  test("a page that starts while the back-off runs waits for the time of the next attempt", async () => {
    const { browser, exchanges, before } = await setUpOutage();
    browser.answerWith(google());
    const { retry } = browser.values.get(KEY) as { retry: { retryAt: number } };
    for (let reloads = 0; reloads < 60; reloads += 1) {
      const tab = browser.open();
      await browser.clock.advance(SECOND);
      tab.crash();
    }
    expect(exchanges()).toBe(before);
    await browser.clock.advance(retry.retryAt - browser.clock.now());
    const { client } = browser.open();
    await browser.clock.advance(0);
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  });

  test("a page that starts while the back-off runs gets its token immediately when the network is back", async () => {
    const { browser } = await setUpOutage();
    browser.answerWith(google());
    const { client, wake } = browser.open();
    await settle();
    wake("online");
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
    await expect(identity.getIdToken(client)).resolves.toEqual(expect.any(String));
  });

  test("a page that starts while the back-off runs waits for the time in the server's Retry-After", async () => {
    const { browser, exchanges, before } = await setUpOutage({ headers: { "Retry-After": "600" } });
    const failed = (browser.values.get(KEY) as { retry: { failedAt: number } }).retry.failedAt;
    await browser.clock.advance(failed + 9 * MINUTE - browser.clock.now());
    browser.open();
    await settle();
    expect(exchanges()).toBe(before);
    await browser.clock.advance(MINUTE);
    browser.open();
    await settle();
    expect(exchanges() - before).toBe(1);
  });
});
