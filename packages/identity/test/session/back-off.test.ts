import { expect, test } from "vitest";
import { createBrowser, refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Alice's token has expired; collects the time of each exchange in seconds. */
async function setUp(headers: Record<string, string> = {}) {
  const browser = createBrowser({ stored: session() });
  await browser.clock.advance(61 * 60 * SECOND);
  const start = browser.clock.now();
  const attempts: number[] = [];
  browser.answerWith(({ path }) => {
    if (path === "/v1/token") attempts.push((browser.clock.now() - start) / SECOND);
    return { status: 503, body: {}, headers };
  });
  return { browser, attempts };
}

test("the back-off waits 30 s after the first failure, twice as long after each further failure, and at most 16 min", async () => {
  const { browser, attempts } = await setUp();
  browser.open();
  await browser.clock.advance(HOUR);
  expect(attempts).toEqual([0, 30, 90, 210, 450, 930, 1890, 2850]);
});

test("the back-off follows the options firstMs and longestMs", async () => {
  const { browser, attempts } = await setUp();
  browser.open({ backOff: { firstMs: 5 * SECOND, longestMs: 20 * SECOND } });
  await browser.clock.advance(80 * SECOND);
  expect(attempts).toEqual([0, 5, 15, 35, 55, 75]);
});

test("a missing option of the back-off takes its default", async () => {
  const { browser, attempts } = await setUp();
  browser.open({ backOff: { longestMs: 60 * SECOND } });
  await browser.clock.advance(151 * SECOND);
  expect(attempts).toEqual([0, 30, 90, 150]);
});

test("the back-off follows the server's Retry-After, up to the option longestMs", async () => {
  const { browser, attempts } = await setUp({ "Retry-After": "3600" });
  browser.open({ backOff: { firstMs: 5 * SECOND, longestMs: 20 * SECOND } });
  await browser.clock.advance(50 * SECOND);
  expect(attempts).toEqual([0, 20, 40]);
});

test("the options of the back-off also apply to forced refreshes", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const { client } = browser.open({ backOff: { firstMs: 5 * SECOND } });
  await settle();
  for (let seconds = 0; seconds < 10; seconds += 1) {
    await identity.getIdToken(client, { forceRefresh: true });
    await browser.clock.advance(SECOND);
  }
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(2);
});

test.each([
  [{ firstMs: 0 }, "backOff"],
  [{ firstMs: Number.NaN }, "backOff"],
  [{ firstMs: 60 * SECOND, longestMs: 30 * SECOND }, "backOff"],
  [{ longestMs: Number.POSITIVE_INFINITY }, "backOff"],
])("creating a client throws if its back-off would never pause or never retry: %j", (backOff, detail) => {
  const browser = createBrowser();
  browser.answerWith(() => refusal("UNUSED"));
  expect(() => browser.open({ backOff })).toThrow(
    expect.objectContaining({ code: "argument-error", detail }),
  );
});
