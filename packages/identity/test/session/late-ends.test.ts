import { expect, test } from "vitest";
import { serverCustody, sessionIdOf } from "../../src/custody/index.ts";
import type { Persistence } from "../../src/persistence/persistence.ts";
import { ended, setUp, signedIn, URL_OF_SERVER } from "../custody/set-up.ts";
import { createBrowser, createTextStorage, KEY } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const refuse = async () => {
  throw new Error("the disk is full");
};

/** A page that could not read the session of another page, and signs out. Its custody is the server's. */
async function signOutUnread(ofPage: (persistence: Persistence) => Partial<Persistence>) {
  const set = setUp();
  const { client, browser } = await signedIn(set);
  const id = sessionIdOf(client);
  client.dispose();
  const persistence = { ...browser.persistence, read: refuse, ...ofPage(browser.persistence) };
  const page = browser.open({ custody: serverCustody({ url: URL_OF_SERVER }), persistence });
  await settle();
  const over = identity.signOut(page.client).catch(() => undefined);
  return { ...set, id, over };
}

test("a sign-out whose write takes longer than its deadline ends the session that it finds on the server", async () => {
  const gate = createGate();
  const set = await signOutUnread(({ update }) => ({
    update: async (...command) => {
      await gate.opened;
      return update(...command);
    },
  }));
  await set.browser.clock.advance(5000);
  gate.open();
  await set.browser.clock.advance(5000);
  expect(ended(set)).toEqual([`${set.id}?replaced`]);
});

test("a sign-out that a full disk allows only to remove ends the session that it finds on the server", async () => {
  const set = await signOutUnread(() => ({ update: refuse }));
  await set.browser.clock.advance(5000);
  expect(ended(set)).toEqual([`${set.id}?replaced`]);
});

test("a sign-out on a full disk removes a value of an unknown format", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 3 });
  const { client } = browser.open({ persistence: { ...browser.persistence, update: refuse } });
  await settle();
  await identity.signOut(client);
  expect(browser.values.has(KEY)).toBe(false);
});

test("two tabs on a full disk that holds an earlier sign-out do not keep notifying each other of a later one", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, end: { stamp: 1, generation: "", change: 0, turn: 0 } });
  let reads = 0;
  const read = (key: string) => {
    reads += 1;
    return browser.persistence.read(key);
  };
  const full = { ...browser.persistence, read, update: refuse };
  const [one] = [browser.open({ persistence: full }), browser.open({ persistence: full })];
  await settle();
  await identity.signOut(one.client);
  await browser.clock.advance(60_000);
  expect(reads).toBeLessThan(10);
});

test("a move whose removal takes too long leaves the session where it is", async () => {
  const stored = session();
  const browser = createBrowser({ server: google(), stored });
  const gate = createGate();
  const { remove } = browser.persistence;
  const slow: Persistence = {
    ...browser.persistence,
    remove: async (...command) => {
      await gate.opened;
      return remove(...command);
    },
  };
  const { client, wake } = browser.open({ persistence: slow });
  await settle();
  const text = createTextStorage();
  const tab = identity.sessionStoragePersistence({ ...text, removeItem: (key) => text.setItem(key, "") });
  const moved = identity.setPersistence(client, tab).catch((error) => error.code);
  await browser.clock.advance(3000);
  expect(await moved).toBe("storage-unavailable");
  wake("visible");
  gate.open();
  await settle();
  wake("visible");
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  expect(client.getPersistence()).toBe("local");
  expect(browser.values.get(KEY)).toMatchObject({ session: { idToken: stored.idToken } });
});

test("the pauses of a client whose custody is unavailable grow as those of a failed exchange do", async () => {
  const browser = createBrowser({ server: google() });
  const { refreshToken: _, ...kept } = session();
  browser.values.set(KEY, { version: 1, session: { ...kept, handle: "kept-by-a-server" } });
  const { events } = browser.open();
  await browser.clock.advance(3 * 3_600_000);
  const failures = events.filter(({ type }) => type === "refresh-failed");
  expect(failures.length).toBeGreaterThan(2);
  expect(failures.length).toBeLessThan(20);
});
