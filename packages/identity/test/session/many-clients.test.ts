import { expect, test } from "vitest";
import { createBrowser, KEY } from "../support/browser.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

test("sixty clients of one process, which share its locks, do not wait for each other's exchanges", async () => {
  const browser = createBrowser();
  browser.answerWith(async (call) => {
    await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 2000));
    return google()(call);
  });
  const { manager } = browser.locks.forTab();
  const calls = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const persistence = identity.memoryPersistence();
      await persistence.update(KEY, () => ({ version: 1, session: session() }));
      const { client } = browser.open({ persistence, locks: manager });
      await client.ready();
      return identity.getIdToken(client, { forceRefresh: true }).catch(({ code }) => String(code));
    }).map((call) => ({ call })),
  );
  const outcomes = Promise.all(calls.map(({ call }) => call));
  await browser.clock.advance(10_000);
  const codes = (await outcomes).filter((outcome) => !outcome.includes("."));
  expect(codes).toEqual([]);
});
