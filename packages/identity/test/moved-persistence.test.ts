import { expect, test } from "vitest";
import { createBrowser, createTextStorage, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

const tabPersistence = () => {
  const text = createTextStorage();
  return {
    text,
    persistence: identity.sessionStoragePersistence({ ...text, removeItem: (key) => text.setItem(key, "") }),
  };
};
const setUp = (stored = session()) => {
  const browser = createBrowser({ server: google(), stored });
  const exchanges = () => browser.calls.filter(({ path }) => path === "/v1/token").length;
  return { browser, exchanges };
};

test("changing the persistence during an outage keeps the back-off", async () => {
  const { browser, exchanges } = setUp();
  browser.answerWith(() => "offline");
  const { client } = browser.open();
  await browser.clock.advance(56 * 60_000);
  const before = exchanges();
  expect(client.getState()).toMatchObject({ connection: "reconnecting" });
  for (let call = 0; call < 10; call += 1) {
    await identity.setPersistence(client, { ...browser.persistence });
    await settle();
  }
  expect(exchanges()).toBe(before);
});

test("changing the persistence while an exchange writes its result keeps the newer tokens", async () => {
  const { browser } = setUp();
  let isSlow = false as boolean;
  const write = createGate();
  const { client } = browser.open({
    persistence: {
      ...browser.persistence,
      update: async (key, change) => {
        if (isSlow) await write.opened;
        return browser.persistence.update(key, change);
      },
    },
  });
  await settle();
  isSlow = true;
  const token = identity.getIdToken(client, { forceRefresh: true });
  await settle();
  const tab = tabPersistence();
  const moved = identity.setPersistence(client, tab.persistence);
  isSlow = false;
  write.open();
  await moved;
  expect(tab.text.getItem(KEY)).toContain(await token);
});

test("a session that moves to the storage of one tab leaves the other tabs, and a sign-out ends it there", async () => {
  const { browser } = setUp();
  const [one, two] = [browser.open(), browser.open()];
  await settle();
  const tab = tabPersistence();
  await identity.setPersistence(one.client, tab.persistence);
  await settle();
  expect(one.client.getState()).toMatchObject({ status: "signed-in" });
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  await identity.signOut(one.client);
  await settle();
  expect(one.client.getState()).toMatchObject({ status: "signed-out" });
  for (const stored of [tab.text.getItem(KEY), browser.values.get(KEY)])
    expect(JSON.stringify(stored ?? "")).not.toContain("idToken");
});

test("a session that moves to one tab while another tab exchanges it is not stored again by that exchange", async () => {
  const { browser } = setUp();
  const [one, two] = [browser.open(), browser.open()];
  await settle();
  const tab = tabPersistence();
  const exchanged = identity.getIdToken(two.client, { forceRefresh: true });
  const moved = identity.setPersistence(one.client, tab.persistence);
  await Promise.allSettled([exchanged, moved]);
  await settle();
  expect(one.client.getState()).toMatchObject({ status: "signed-in" });
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  expect(JSON.stringify(browser.values.get(KEY) ?? "")).not.toContain("idToken");
});
