import { expect, test } from "vitest";
import type { IdentityState } from "../src/client/page-state.ts";
import { createBrowser, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

function setUp({ hasChannel = true, isHanging = false, stored = {} } = {}) {
  const browser = createBrowser();
  for (const [key, value] of Object.entries(stored)) browser.values.set(key, value);
  browser.answerWith(google());
  const states: IdentityState[] = [];
  const storage: { isHanging: boolean } = { isHanging };
  const page: { wake: () => void } = { wake: () => {} };
  const watch = identity.watchStoredSession(
    {
      projectId: "demo-project",
      persistence: {
        ...browser.persistence,
        read: (key) => (storage.isHanging ? new Promise(() => undefined) : browser.persistence.read(key)),
      },
      setTimeout: browser.clock.setTimeout,
      channel: hasChannel ? browser.channel : undefined,
      page: (listener) => {
        page.wake = () => listener("visible");
        return () => {};
      },
    },
    (state) => states.push(state),
  );
  return { browser, states, storage, page, watch };
}

test("watchStoredSession reports the stored user immediately, without a request", async () => {
  const { browser, states } = setUp({ stored: { [KEY]: { version: 1, session: session() } } });
  await settle();
  expect(states).toMatchObject([{ status: "signed-in", user: { uid: "alice" }, connection: "online" }]);
  expect(browser.calls).toEqual([]);
});

test.each([
  ["a message", true],
  ["a read of storage each second", false],
])(
  "watchStoredSession reports the changes of other tabs, which it learns by %s, until stop() is called",
  async (_, hasChannel) => {
    const { browser, states, watch } = setUp({ hasChannel });
    const { client } = browser.open();
    await identity.signUp(client, { email: "alice@example.com", password: "correct-horse" });
    await browser.clock.advance(1000);
    expect(states.at(-1)).toMatchObject({ status: "signed-in" });
    await identity.signOut(client);
    await browser.clock.advance(1000);
    expect(states.at(-1)).toEqual({ status: "signed-out" });
    watch.stop();
    const before = states.length;
    await identity.signUp(client, { email: "alice@example.com", password: "correct-horse" });
    await browser.clock.advance(3000);
    expect(states).toHaveLength(before);
  },
);

test("watchStoredSession reports unresponsive storage after three seconds, and reads again when the page is visible", async () => {
  const { browser, states, storage, page } = setUp({ isHanging: true });
  await browser.clock.advance(3000);
  expect(states).toEqual([{ status: "unknown", reason: "storage-unavailable" }]);
  storage.isHanging = false;
  page.wake();
  await settle();
  expect(states.at(-1)).toEqual({ status: "signed-out" });
});

test("a read of watchStoredSession that ends after stop() posts nothing on the closed channel", async () => {
  const browser = createBrowser();
  const stored = session();
  browser.values.set(KEY, { version: 1, session: stored });
  const reading = createGate();
  const posted: unknown[] = [];
  const { stop } = identity.watchStoredSession(
    {
      projectId: "demo-project",
      persistence: {
        ...browser.persistence,
        read: async (key) => {
          await reading.opened;
          return browser.persistence.read(key);
        },
        signOutNotes: { getItem: () => stored.generation, setItem: () => undefined },
      },
      setTimeout: browser.clock.setTimeout,
      channel: (name) => {
        const channel = browser.channel(name);
        return { ...channel, postMessage: (message: unknown) => void posted.push(message) };
      },
      page: () => () => {},
    },
    () => undefined,
  );
  stop();
  reading.open();
  await settle();
  expect(posted).toEqual([]);
});
