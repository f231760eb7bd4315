import { describe, expect, test } from "vitest";
import type { Persistence } from "../src/persistence/persistence.ts";
import { createBrowser } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

const KEY = "identity-client:demo-tallybin";
const credential = { email: "alice@example.com", password: "correct-horse" };

/** Alice's session in two tabs. The first one's changes of storage never finish. */
async function twoTabs() {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const unfinished: Persistence = { ...browser.persistence, update: () => new Promise(() => {}) };
  const one = browser.open({ persistence: unfinished });
  const two = browser.open();
  await settle();
  return { browser, one, two };
}
const shown = ({ client }: Awaited<ReturnType<typeof twoTabs>>["one"]) => client.getState().status;

describe("a page that closes before storage has stored the sign-out", () => {
  test("a sign-out that storage has not received holds after its page has closed, and reaches the other tabs", async () => {
    const { browser, one, two } = await twoTabs();
    void identity.signOut(one.client);
    one.crash();
    const again = browser.open();
    await settle();
    expect(shown(again)).toBe("signed-out");
    expect(shown(two)).toBe("signed-out");
    expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
  });

  test("watchStoredSession reports a sign-out that storage has not received, and tells the other tabs", async () => {
    const { browser, one, two } = await twoTabs();
    void identity.signOut(one.client);
    one.crash();
    const states: string[] = [];
    const { stop } = identity.watchStoredSession(
      { ...one.options, persistence: browser.persistence },
      ({ status }) => states.push(status),
    );
    await settle();
    stop();
    expect(states).toEqual(["signed-out"]);
    expect(shown(two)).toBe("signed-out");
  });

  test("a sign-out that storage has not received does not end the session of a later sign-in in another tab", async () => {
    const { browser, one, two } = await twoTabs();
    void identity.signOut(one.client);
    one.crash();
    await identity.signInWithPassword(two.client, credential);
    const again = browser.open();
    await settle();
    for (const tab of [two, again]) expect(shown(tab)).toBe("signed-in");
  });

  test("a sign-out that storage has not received holds for the next page even if the signed-out page has signed in again", async () => {
    const { browser, one } = await twoTabs();
    void identity.signOut(one.client);
    void identity.signInWithPassword(one.client, credential);
    await settle();
    expect(shown(one)).toBe("signed-in");
    one.crash();
    const again = browser.open();
    await settle();
    expect(shown(again)).toBe("signed-out");
  });
});

test("a sign-out before the first storage read holds for the next page once storage has been read", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, session: session() });
  const refusing: Persistence = {
    ...browser.persistence,
    update: () => Promise.reject(new Error("busy")),
    remove: () => Promise.reject(new Error("busy")),
  };
  const tab = browser.open({ persistence: refusing });
  identity.signOut(tab.client).catch(() => undefined);
  await settle();
  tab.wake("visible");
  await settle();
  tab.crash();
  const again = browser.open();
  await settle();
  expect(again.client.getState().status).toBe("signed-out");
});

test("the notes of sign-outs name no person and hold only the last twenty sign-outs", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  const tab = browser.open();
  for (let time = 0; time < 25; time += 1) {
    await identity.signInWithPassword(tab.client, credential);
    await identity.signOut(tab.client);
  }
  const notes = browser.persistence.signOutNotes?.getItem(`${KEY}:left`) ?? "";
  expect(notes.split(" ")).toHaveLength(20);
  expect(notes).not.toMatch(/alice|[A-Za-z0-9_-]{100}/);
});

test("the client shows the stored session even if the browser refuses to read the notes of sign-outs", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, session: session() });
  const refusing = {
    getItem: () => {
      throw new DOMException("refused", "SecurityError");
    },
    setItem: () => {},
  };
  const tab = browser.open({ persistence: { ...browser.persistence, signOutNotes: refusing } });
  await settle();
  expect(tab.client.getState().status).toBe("signed-in");
});

test("the client signs out even if the browser refuses to write the note of the sign-out", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, session: session() });
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const tab = browser.open({ persistence: { ...browser.persistence, signOutNotes: full } });
  await settle();
  await identity.signOut(tab.client);
  expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
});
