import { describe, expect, test } from "vitest";
import { KEY } from "../support/browser.ts";
import { START, settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { ANSWER_URL, CALLBACK, post, STATE, setUpPopup, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

/** Responses that a page can make up that gets into the window. It knows no `state` of a pending sign-in. */
const NOT_OURS: [what: string, url: string, posted?: string][] = [
  ["without a state", `${CALLBACK}?providerId=google.com#id_token=s3cr3t-t0ken`],
  ["with an empty state", `${CALLBACK}?code=c0de-s3cr3t&state=`],
  ["with the state of another sign-in", `${CALLBACK}?code=c0de-s3cr3t&state=another`],
  ["with two states", `${CALLBACK}?code=c0de-s3cr3t&state=${STATE}#state=another`],
  ["that is no address", `state=${STATE}`],
  ["that is posted without a state", CALLBACK, "code=c0de-s3cr3t&id_token=s3cr3t-t0ken"],
];
const outcomeOf = async (outcome: { error?: unknown }) => {
  await settle();
  return outcome.error;
};

describe("unexpected responses", () => {
  test("a second popup ends the first one, and only the second popup's response counts", async () => {
    const { opened, popups, answer, client } = setUpPopup();
    const first = await opened();
    const firstAttempt = popups.last().attempt();
    const second = await opened("github.com");
    expect(first.error).toMatchObject({ code: "cancelled-popup-request" });
    expect(popups.opened[0]?.isClosed).toBe(true);
    await answer(firstAttempt);
    expect(client.getState()).toEqual({ status: "signed-out" });
    await answer();
    expect(second.user).toMatchObject({ uid: "alice" });
  });

  test("a blocked second popup does not end the first one", async () => {
    const { started, opened, popups, answer } = setUpPopup();
    const first = await opened();
    popups.blocked.isBlocked = true;
    expect(await outcomeOf(started("github.com"))).toMatchObject({ code: "popup-blocked" });
    await answer();
    expect(first.user).toMatchObject({ uid: "alice" });
  });

  test("a second popup ends the first one even if each belongs to a client of forUser()", async () => {
    const { browser, client, popups, wake } = setUpPopup();
    browser.values.set(KEY, { version: 1, session: session() });
    wake("visible");
    await settle();
    const first = identity
      .linkWithPopup(identity.forUser(client, "alice"), "google.com")
      .catch((error) => error);
    await settle();
    identity.linkWithPopup(identity.forUser(client, "alice"), "github.com").catch(() => undefined);
    expect(await first).toMatchObject({ code: "cancelled-popup-request" });
    expect(popups.opened[0]?.isClosed).toBe(true);
  });

  test("canceling a popup while Google checks its response signs no user in", async () => {
    const cancel = new AbortController();
    const { opened, browser, client, answer } = setUpPopup({ signal: cancel.signal });
    const check = createGate();
    browser.answerWith(async (call) => {
      if (call.path.endsWith("signInWithIdp")) await check.opened;
      return withProvider()(call);
    });
    const outcome = await opened();
    await answer();
    cancel.abort();
    expect(await outcomeOf(outcome)).toMatchObject({ code: "cancelled-popup-request" });
    check.open();
    await settle();
    expect(client.getState()).toEqual({ status: "signed-out" });
  });

  test("canceling a finished popup does not affect a later sign-in", async () => {
    const cancel = new AbortController();
    const { opened, browser, client, answer } = setUpPopup({ signal: cancel.signal });
    await opened();
    await answer();
    const signIn = createGate();
    browser.answerWith(async (call) => {
      await signIn.opened;
      return google({ sub: "bob" })(call);
    });
    const signedIn = identity.signInWithPassword(client, {
      email: "bob@example.com",
      password: "correct-horse",
    });
    await settle();
    cancel.abort();
    signIn.open();
    await expect(signedIn).resolves.toMatchObject({ uid: "bob" });
  });

  test("a popup ignores the response of another tab's attempt and malformed responses", async () => {
    const { opened, browser, client, answer, popups } = setUpPopup();
    const outcome = await opened();
    await answer("attempt-of-another-tab");
    const attempt = popups.last().attempt();
    for (const data of [null, "text", { attempt }, { attempt, url: [ANSWER_URL] }]) {
      post(browser, data);
    }
    await settle();
    expect(outcome).toEqual({});
    expect(client.getState()).toEqual({ status: "signed-out" });
  });

  test("a popup refuses a response after another tab has signed in and out again", async () => {
    const { opened, browser, client, answer, wake } = setUpPopup();
    const outcome = await opened();
    for (const stored of [{ version: 1, session: session() }, { version: 1 }]) {
      browser.values.set(KEY, stored);
      wake("visible");
      await settle();
    }
    await answer();
    expect(outcome.error).toMatchObject({ code: "session-changed" });
    expect(client.getState()).toEqual({ status: "signed-out" });
  });

  test("a popup accepts its response although the page has only now read an earlier sign-in of another tab", async () => {
    const { opened, browser, client, answer, wake } = setUpPopup();
    const outcome = await opened();
    const earlier = session({ sub: "bob", stamp: START - 1 });
    browser.values.set(KEY, { version: 1, session: earlier });
    wake("visible");
    await settle();
    expect(client.getState()).toMatchObject({ user: { uid: "bob" } });
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup links to the account of the click, even if the page has only now read an earlier sign-in of another tab", async () => {
    const { browser, client, popups, answer, wake } = setUpPopup();
    browser.values.set(KEY, { version: 1, session: session({ stamp: START - 2 }) });
    wake("visible");
    await settle();
    const outcome = identity.linkWithPopup(client, "google.com");
    const failure = expect(outcome).rejects.toMatchObject({ code: "session-changed" });
    await settle();
    expect(popups.last().urls).toHaveLength(1);
    browser.values.set(KEY, { version: 1, session: session({ sub: "bob", stamp: START - 1 }) });
    browser.answerWith(google({ sub: "bob" }));
    wake("visible");
    await settle();
    await answer();
    await failure;
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test("a popup refuses a response that was already used", async () => {
    const { opened, popups, answer, browser } = setUpPopup();
    await opened();
    const attempt = popups.last().attempt();
    await answer(attempt);
    await answer(attempt);
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toHaveLength(1);
  });

  test("a popup ignores a second response while Google checks the first", async () => {
    const { opened, popups, answer, browser } = setUpPopup();
    const outcome = await opened();
    browser.answerWith(() => "hang");
    const attempt = popups.last().attempt();
    await answer(attempt);
    await answer(attempt);
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toHaveLength(1);
    expect(outcome, "the first is still checked").toEqual({});
  });

  test("a popup refuses a response at another address before Google sees the response", async () => {
    const { opened, answer, browser } = setUpPopup();
    const outcome = await opened();
    await answer(undefined, "https://evil.test/oauth/callback?code=c0de-s3cr3t");
    expect(outcome.error).toMatchObject({ code: "invalid-credential" });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test.each(NOT_OURS)(
    "a popup refuses a response %s before Google sees the response",
    async (_, url, posted) => {
      const { opened, answer, browser, client } = setUpPopup();
      const outcome = await opened();
      await answer(undefined, url, posted);
      expect(outcome.error).toMatchObject({ code: "invalid-credential" });
      expect(client.getState()).toEqual({ status: "signed-out" });
      expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
    },
  );

  test.each(["linkWithPopup", "reauthenticateWithPopup"] as const)(
    "%s refuses a response without the state that was sent",
    async (call) => {
      const { browser, client, popups } = setUpPopup();
      await identity.signUp(client, { email: "alice@example.com", password: "correct-horse" });
      const outcome = identity[call](client, "google.com").catch((error) => error);
      await settle();
      post(browser, {
        attempt: popups.last().attempt(),
        url: `${CALLBACK}#providerId=google.com&id_token=x`,
      });
      expect(await outcome).toMatchObject({ code: "invalid-credential" });
      expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
    },
  );

  test.each([
    { name: "oauth_token", response: `${CALLBACK}?state=g00gles&oauth_token=r3quest&oauth_verifier=v` },
    { name: "RelayState", response: CALLBACK, posted: "SAMLResponse=x&RelayState=r3quest" },
  ])(
    "a response of a provider without a state needs the $name that was sent",
    async ({ name, response, posted }) => {
      for (const isOurs of [true, false]) {
        const { opened, answer, browser } = setUpPopup();
        const authUri = `https://idp.test/authorize?${name}=${isOurs ? "r3quest" : "another"}`;
        browser.answerWith((call) =>
          call.path.endsWith("createAuthUri")
            ? { body: { authUri, sessionId: "idp-s3cr3t" } }
            : withProvider()(call),
        );
        const outcome = await opened();
        await answer(undefined, response, posted);
        if (isOurs) expect(outcome.user).toMatchObject({ uid: "alice" });
        else expect(outcome.error).toMatchObject({ code: "invalid-credential" });
      }
    },
  );

  test.each([
    `${CALLBACK}?error=access_denied&error_description=no`,
    `${CALLBACK}#error=access_denied`,
    `${CALLBACK}?denied=request-token-s3cr3t`,
    `${CALLBACK}?error=user_cancelled`,
  ])("a sign-in that the user declines at the provider rejects with user-cancelled: %s", async (url) => {
    const { opened, answer } = setUpPopup();
    const outcome = await opened();
    await answer(undefined, url);
    expect(outcome.error).toMatchObject({ code: "user-cancelled" });
  });
});
