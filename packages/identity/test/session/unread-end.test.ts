import { expect, test } from "vitest";
import type { Persistence } from "../../src/persistence/persistence.ts";
import { type Browser, createBrowser, KEY } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const SECOND = 1000;
const bob = { email: "bob@example.com", password: "correct-horse" };

/** Storage that one tab cannot use while `how.isBroken`. */
const unreliable = ({ persistence }: Browser, how: { isBroken: boolean }): Persistence => {
  const orFail = <T>(work: () => Promise<T>) => (how.isBroken ? Promise.reject(new Error("busy")) : work());
  return {
    ...persistence,
    read: (key) => orFail(() => persistence.read(key)),
    update: (key, change) => orFail(() => persistence.update(key, change)),
    remove: (key, isExpected) => orFail(() => persistence.remove(key, isExpected)),
  };
};

const uidIn = ({ values }: Browser) =>
  (values.get(KEY) as { session?: { user: { uid: string } } } | undefined)?.session?.user.uid;

/** Alice is signed in. One tab cannot read storage. */
async function setUp(how: { isBroken: boolean }) {
  const browser = createBrowser({ server: google({ sub: "bob" }), stored: session() });
  const one = browser.open({ persistence: unreliable(browser, how) });
  return { browser, one };
}

/** Bob signs in, in a tab that opens later. */
async function signInElsewhere(browser: Browser) {
  await browser.clock.advance(SECOND);
  const two = browser.open();
  await identity.signInWithPassword(two.client, bob);
  await settle();
  return two;
}

test("invalidateSession before the first storage read does not end a session that began later", async () => {
  const how = { isBroken: true };
  const { browser, one } = await setUp(how);
  await identity.signInWithPassword(one.client, bob);
  const idToken = await identity.getIdToken(one.client);
  await identity.invalidateSession(one.client, "invalid-user-token", { idToken });
  const two = await signInElsewhere(browser);
  how.isBroken = false;
  one.wake("visible");
  await settle();
  expect(uidIn(browser)).toBe("bob");
  expect(two.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "bob" } });
});

test("a refused refresh before the first storage read does not end a session that began later", async () => {
  const how = { isBroken: true };
  const { browser, one } = await setUp(how);
  await identity.signInWithPassword(one.client, bob);
  const accept = google({ sub: "bob" });
  const refusal = { status: 400, body: { error: { message: "TOKEN_EXPIRED" } } };
  browser.answerWith((call) => (call.path === "/v1/token" ? refusal : accept(call)));
  await browser.clock.advance(3_600 * SECOND);
  expect(one.client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
  const two = await signInElsewhere(browser);
  how.isBroken = false;
  one.wake("visible");
  await settle();
  expect(uidIn(browser)).toBe("bob");
  expect(two.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "bob" } });
});

test("a sign-out before the first storage read ends a session that was stored before the clock was set back", async () => {
  const { browser, one } = await setUp({ isBroken: false });
  browser.clock.setWall(-3_600_000);
  await identity.signOut(one.client);
  expect(uidIn(browser)).toBeUndefined();
  expect(one.client.getState().status).toBe("signed-out");
});
