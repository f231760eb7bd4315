import { describe, expect, test } from "vitest";
import {
  type Browser,
  type Call,
  createBrowser,
  credential,
  KEY,
  refusal,
  type Server,
} from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { createGate } from "./support/gate.ts";
import { google } from "./support/google.ts";
import { ANSWER_URL, post, setUpPopup, withProvider } from "./support/popups.ts";
import { identity } from "./support/secrets.ts";
import { idToken, refreshToken, session } from "./support/tokens.ts";

const MINUTE = 60_000;
const uidIn = (browser: Browser): string | undefined =>
  (browser.values.get(KEY) as { session: { user: { uid: string } } | null }).session?.user.uid;

/** Holds the response of one endpoint until the test releases it. */
function holding(path: string, others: () => Server) {
  const held: { answer: (answer: Awaited<ReturnType<Server>>) => void } = { answer: () => {} };
  const server: Server = (call: Call) =>
    call.path === path ? new Promise((resolve) => Object.assign(held, { answer: resolve })) : others()(call);
  return { held, server };
}

describe("two tabs without a channel", () => {
  const setUp = async () => {
    const browser = createBrowser({ server: google(), stored: session() });
    const [one, two] = [browser.open({ channel: undefined }), browser.open({ channel: undefined })];
    await settle();
    return { browser, one, two };
  };

  test("a refusal of one user's token does not end the next user's session", async () => {
    const { browser, one, two } = await setUp();
    const { held, server } = holding("/v1/accounts:update", () => google({ sub: "bob" }));
    browser.answerWith(server);
    const change = identity.updateProfile(one.client, { displayName: "x" }).catch(() => undefined);
    await settle();
    await identity.signInWithPassword(two.client, credential); // as bob
    held.answer(refusal("USER_DISABLED"));
    await change;
    await browser.clock.advance(1500);
    expect(uidIn(browser)).toBe("bob");
    expect(one.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "bob" } });
  });

  test("a password change with new tokens does not undo the sign-out of another tab", async () => {
    const { browser, one, two } = await setUp();
    const { held, server } = holding("/v1/accounts:update", google);
    browser.answerWith(server);
    const change = identity.updatePassword(one.client, "another-horse").catch(() => undefined);
    await settle();
    await identity.signOut(two.client);
    held.answer({ body: { idToken: idToken(), refreshToken: refreshToken(), expiresIn: "3600" } });
    await change;
    await browser.clock.advance(1500);
    expect(uidIn(browser)).toBeUndefined();
    for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-out" });
  });
});

test("a sign-out during the storage read of an exchange ends the session", async () => {
  for (let microtasks = 0; microtasks < 12; microtasks += 1) {
    const browser = createBrowser({ server: google(), stored: session() });
    await browser.clock.advance(61 * MINUTE);
    let reads = 0;
    const secondRead = createGate();
    const read = async (key: string) => {
      reads += 1;
      if (reads === 2) await secondRead.opened;
      return browser.persistence.read(key);
    };
    const { client } = browser.open({ persistence: { ...browser.persistence, read } });
    await settle();
    // Another tab has refreshed, so the second read finds its tokens.
    const now = browser.clock.now();
    const renewed = { ...session(), receivedAt: now, expiresAt: now + 60 * MINUTE };
    browser.values.set(KEY, { version: 1, session: renewed });
    secondRead.open();
    for (let round = 0; round < microtasks; round += 1) await Promise.resolve();
    await identity.signOut(client);
    await settle();
    expect(client.getState().status).toBe("signed-out");
    expect(reads).toBeGreaterThanOrEqual(2);
  }
});

test("invalidateSession with the token of an earlier session does not affect the current session", async () => {
  const browser = createBrowser({ server: google() });
  const { client } = browser.open();
  await identity.signInWithPassword(client, credential);
  const sent = await identity.getIdToken(client);
  await identity.signOut(client);
  await identity.signInWithPassword(client, credential);
  await identity.invalidateSession(client, "invalid-user-token", { idToken: sent });
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  await identity.invalidateSession(client, "invalid-user-token", {
    idToken: await identity.getIdToken(client),
  });
  expect(client.getState()).toEqual({ status: "signed-out", reason: "invalid-user-token" });
});

describe("popups while another tab signs in or out", () => {
  test("a link that one user started is never completed for another user", async () => {
    const { browser, client, answer, wake } = setUpPopup();
    browser.values.set(KEY, { version: 1, session: session() });
    wake("visible");
    await settle();
    const linked = identity.linkWithPopup(client, "google.com").catch((error) => error);
    await settle();
    browser.answerWith(withProvider(undefined));
    const two = browser.open();
    browser.answerWith((call) =>
      call.path.includes("signInWithPassword") || call.path.includes("lookup")
        ? google({ sub: "bob" })(call)
        : google()(call),
    );
    await identity.signInWithPassword(two.client, credential);
    await settle();
    expect(client.getState()).toMatchObject({ user: { uid: "bob" } });
    await answer();
    expect(await linked).toMatchObject({ code: "session-changed" });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test("the onLate listener receives the result of a late popup response", async () => {
    const heard: Promise<unknown>[] = [];
    const { browser, popups, started, closeByHand } = setUpPopup({
      onLate: (outcome) => heard.push(outcome),
    });
    browser.answerWith(
      withProvider(() => ({
        body: { mfaPendingCredential: "pending-s3cr3t", mfaInfo: [{ mfaEnrollmentId: "1", totpInfo: {} }] },
      })),
    );
    started();
    await browser.clock.advance(2000);
    const attempt = popups.last().attempt();
    await closeByHand();
    await browser.clock.advance(4000);
    post(browser, { attempt, url: ANSWER_URL });
    await settle();
    await expect(heard[0]).rejects.toMatchObject({ code: "multi-factor-auth-required" });
  });
});
