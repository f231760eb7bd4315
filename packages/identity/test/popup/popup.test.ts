import { describe, expect, test } from "vitest";
import type { IdentityError } from "../../src/errors.ts";
import type { PopupOptions } from "../../src/popup/popup.ts";
import { createBrowser, refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { CALLBACK, createPopups, post, screen, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken } from "../support/tokens.ts";

const URL = `${CALLBACK}?code=c0de-s3cr3t&state=1#id_token=s3cr3t-t0ken`;

function setUp(options: PopupOptions = {}, { isMobile = false, ...more } = {}) {
  const browser = createBrowser();
  browser.answerWith(withProvider());
  const popups = createPopups();
  const attempts = { count: 0 };
  const random = () => {
    attempts.count += 1;
    return `attempt-${attempts.count}`;
  };
  const tab = browser.open({ openWindow: popups.openWindow, screen, random, isMobile, ...more });
  const started = (providerId = "google.com", using = options) => {
    const promise = identity.signInWithPopup(tab.client, providerId, using);
    const outcome: { user?: unknown; error?: IdentityError } = {};
    promise.then(
      (user) => Object.assign(outcome, { user }),
      (error) => Object.assign(outcome, { error }),
    );
    return outcome;
  };
  const body = (method: string) => browser.calls.find(({ path }) => path === `/v1/accounts:${method}`)?.body;
  const answer = async (attempt = popups.last().attempt(), url = URL) => {
    post(browser, { attempt, url });
    await settle();
  };
  return { browser, popups, ...tab, started, body, answer };
}

describe("a popup", () => {
  test("opens before anything is asked, centred, and leaves for the provider's own address", async () => {
    const { popups, started, browser, body } = setUp();
    started();
    expect(popups.last().features).toBe("popup,width=500,height=600,left=500,top=200");
    expect(browser.calls).toEqual([]);
    await settle();
    expect(popups.last().urls).toEqual(["https://idp.test/authorize?p=google.com"]);
    expect(body("createAuthUri")).toMatchObject({ providerId: "google.com", continueUri: CALLBACK });
  });

  test.each([
    ["google.com", undefined],
    ["facebook.com", { display: "popup" }],
    ["twitter.com", undefined],
    ["github.com", undefined],
  ])("signs in with %s", async (providerId, customParameter) => {
    const { started, answer, body, client, popups } = setUp();
    const outcome = started(providerId);
    await settle();
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(body("createAuthUri")?.["customParameter"]).toEqual(customParameter);
    // Query and fragment as they came, bound to the session the provider was asked with.
    expect(body("signInWithIdp")).toMatchObject({
      requestUri: URL,
      sessionId: "idp-s3cr3t",
      returnIdpCredential: true,
    });
    expect(popups.last().isClosed).toBe(true);
  });

  test("asks for further scopes apart by spaces, and passes the site's parameters on", async () => {
    const { started, body } = setUp();
    started("google.com", { scopes: ["openid", "email"], customParameters: { login_hint: "a@b.test" } });
    await settle();
    expect(body("createAuthUri")).toMatchObject({
      oauthScope: "openid email",
      customParameter: { login_hint: "a@b.test" },
    });
  });

  test("that is blocked says so at once, and nothing was asked", async () => {
    const { started, popups, browser } = setUp();
    popups.blocked.isBlocked = true;
    const outcome = started();
    await settle();
    expect(outcome.error).toMatchObject({ code: "popup-blocked" });
    expect(browser.calls).toEqual([]);
  });

  test("is refused on a domain the project does not know, and closed", async () => {
    const { started, browser, popups } = setUp();
    browser.answerWith(withProvider(undefined, ["other.test", "not-site.test"]));
    const outcome = started();
    await settle();
    expect(outcome.error).toMatchObject({ code: "unauthorized-domain" });
    expect(popups.last()).toMatchObject({ isClosed: true, urls: [] });
  });

  test("can be brought to the front", async () => {
    const opened: { focus(): void }[] = [];
    const { started, popups } = setUp({ onOpen: (popup) => opened.push(popup) });
    started();
    opened[0]?.focus();
    expect(popups.last().focused).toBe(1);
  });

  test("never follows an address that is not of the web", async () => {
    const { started, browser, popups } = setUp();
    browser.answerWith((call) =>
      call.path.endsWith("createAuthUri")
        ? { body: { authUri: "javascript:alert(1)", sessionId: "idp-s3cr3t" } }
        : withProvider()(call),
    );
    const outcome = started();
    await settle();
    expect(outcome.error).toMatchObject({ code: "internal-error" });
    expect(popups.last().urls).toEqual([]);
  });
});

describe("a popup that is closed", () => {
  test.each([
    [false, 2000],
    [true, 10_000],
  ])("is noticed within a poll, and given two seconds more (mobile: %s)", async (isMobile, pollMs) => {
    const { started, popups, browser, events } = setUp({}, { isMobile });
    const outcome = started();
    await browser.clock.advance(pollMs); // alive at the first look after it left
    popups.last().isClosed = true;
    await browser.clock.advance(pollMs);
    expect(outcome.error).toBeUndefined();
    await browser.clock.advance(1999);
    expect(outcome.error).toBeUndefined();
    await browser.clock.advance(1);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    expect(events).toContainEqual({ type: "popup-closed", providerId: "google.com" });
  });

  test("while its answer is on the way still signs in", async () => {
    const { started, popups, browser, answer } = setUp();
    const outcome = started();
    await browser.clock.advance(2000);
    popups.last().isClosed = true;
    await browser.clock.advance(3000);
    await answer();
    await browser.clock.advance(10_000);
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("before it left for the provider is noticed, too", async () => {
    const { started, popups, browser } = setUp();
    browser.answerWith(() => "hang");
    const outcome = started();
    popups.last().isClosed = true;
    await browser.clock.advance(4000);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
  });
});

describe("a popup that the provider's opener policy has cut off", () => {
  const severed = async (options: PopupOptions = {}) => {
    const told = { times: 0 };
    const world = setUp({ ...options, onSevered: () => (told.times += 1) });
    const outcome = world.started();
    await settle();
    world.popups.last().isClosed = true; // as it looks 0.3 s after leaving
    await world.browser.clock.advance(60_000);
    return { ...world, outcome, told };
  };

  test("is not taken for closed; the site is told once, and the answer signs in", async () => {
    const { outcome, told, events, answer } = await severed();
    expect(outcome).toEqual({});
    expect(told.times).toBe(1);
    expect(events).toContainEqual({ type: "popup-severed", providerId: "google.com" });
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("can be cancelled, and its answer is refused from then on", async () => {
    const cancel = new AbortController();
    const { outcome, answer, client, events } = await severed({ signal: cancel.signal });
    cancel.abort();
    await settle();
    expect(outcome.error).toMatchObject({ code: "cancelled-popup-request" });
    await answer();
    expect(client.getState()).toEqual({ status: "signed-out" });
    expect(events).toContainEqual({ type: "callback-ignored", reason: "revoked-attempt" });
  });

  test("gives up after ten minutes", async () => {
    const { outcome, browser, answer, client } = await severed();
    await browser.clock.advance(10 * 60_000);
    expect(outcome.error).toMatchObject({ code: "timeout" });
    await answer();
    expect(client.getState()).toEqual({ status: "signed-out" });
  });
});

describe("an answer later than the closing was taken for a cancel", () => {
  const closed = async () => {
    const world = setUp();
    const outcome = world.started();
    await world.browser.clock.advance(2000);
    const attempt = world.popups.last().attempt();
    world.popups.last().isClosed = true;
    await world.browser.clock.advance(4000);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    return { ...world, attempt };
  };

  test("is completed all the same", async () => {
    const { answer, attempt, client, events } = await closed();
    await answer(attempt);
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(events).toContainEqual({ type: "popup-answered", providerId: "google.com", late: true });
  });

  test.each([
    [
      "signed in otherwise",
      (client: Parameters<typeof identity.signOut>[0]) =>
        identity.signUp(client, { email: "alice@example.com", password: "correct-horse" }),
    ],
    ["signed out", (client: Parameters<typeof identity.signOut>[0]) => identity.signOut(client)],
  ])("is refused when the person has since %s", async (_, since) => {
    const { answer, attempt, client, browser } = await closed();
    await since(client);
    const before = client.getState().status;
    await answer(attempt);
    expect(client.getState().status).toBe(before);
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test("is refused after ten minutes", async () => {
    const { answer, attempt, client, browser } = await closed();
    await browser.clock.advance(10 * 60_000);
    await answer(attempt);
    expect(client.getState()).toEqual({ status: "signed-out" });
  });
});

describe("answers that are not the one awaited", () => {
  test("a second popup ends the first, and only its answer counts", async () => {
    const { started, popups, answer, client } = setUp();
    const first = started();
    await settle();
    const firstAttempt = popups.last().attempt();
    const second = started("github.com");
    await settle();
    expect(first.error).toMatchObject({ code: "cancelled-popup-request" });
    expect(popups.opened[0]?.isClosed).toBe(true);
    await answer(firstAttempt);
    expect(client.getState()).toEqual({ status: "signed-out" });
    await answer();
    expect(second.user).toMatchObject({ uid: "alice" });
  });

  test("one for another tab, a guessed one and a broken one change nothing", async () => {
    const { started, browser, client, answer, events } = setUp();
    const outcome = started();
    await settle();
    await answer("attempt-of-another-tab");
    for (const data of [null, "text", { attempt: "attempt-1" }, { attempt: "attempt-1", url: "no url" }]) {
      post(browser, data);
    }
    await settle();
    expect(outcome).toEqual({});
    expect(client.getState()).toEqual({ status: "signed-out" });
    expect(events.filter(({ type }) => type === "callback-ignored")).toHaveLength(4);
  });

  test("one that was used is refused", async () => {
    const { started, popups, answer, events, browser } = setUp();
    started();
    await settle();
    const attempt = popups.last().attempt();
    await answer(attempt);
    await answer(attempt);
    expect(events).toContainEqual({ type: "callback-ignored", reason: "used-attempt" });
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toHaveLength(1);
  });

  test("one from another address is refused before it is shown to Google", async () => {
    const { started, answer, browser } = setUp();
    const outcome = started();
    await settle();
    await answer(undefined, "https://evil.test/oauth/callback?code=c0de-s3cr3t");
    expect(outcome.error).toMatchObject({ code: "invalid-credential" });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test.each([
    `${CALLBACK}?error=access_denied&error_description=no`,
    `${CALLBACK}#error=access_denied`,
    `${CALLBACK}?denied=request-token-s3cr3t`,
    `${CALLBACK}?error=user_cancelled`,
  ])("a person who said no to the provider is not asked again by an error: %s", async (url) => {
    const { started, answer } = setUp();
    const outcome = started();
    await settle();
    await answer(undefined, url);
    expect(outcome.error).toMatchObject({ code: "user-cancelled" });
  });
});

describe("a conflict behind a popup", () => {
  const conflict = {
    providerId: "github.com",
    email: "alice@example.com",
    oauthAccessToken: "github-s3cr3t-token",
    needConfirmation: true,
    verifiedProvider: ["password"],
  };

  test("keeps the credential, which can be linked after signing in the other way", async () => {
    const { started, answer, browser, client } = setUp();
    browser.answerWith(
      withProvider(({ body }) =>
        body["idToken"]
          ? {
              body: {
                idToken: idToken(),
                refreshToken: refreshToken(),
                expiresIn: "3600",
                providerId: "github.com",
              },
            }
          : { body: conflict },
      ),
    );
    const outcome = started("github.com");
    await settle();
    await answer();
    expect(outcome.error).toMatchObject({ code: "account-exists-with-different-credential" });
    const { error } = outcome;
    const credential = error && identity.credentialFromError(error);
    expect(credential).toMatchObject({ providerId: "github.com", email: "alice@example.com" });
    expect(JSON.stringify(credential)).not.toContain("s3cr3t");
    if (!credential) return;
    await identity.signInWithPassword(client, { email: "alice@example.com", password: "correct-horse" });
    await identity.linkWithCredential(client, credential);
    const linked = browser.calls.filter(({ path }) => path.endsWith("signInWithIdp")).at(-1)?.body;
    expect(String(linked?.["postBody"])).toContain("access_token=github-s3cr3t-token");
    expect(linked?.["idToken"]).toEqual(expect.any(String));
  });

  test.each([
    ["FEDERATED_USER_ID_ALREADY_LINKED", "credential-already-in-use"],
    ["EMAIL_EXISTS", "email-already-in-use"],
  ])("hidden in a 200 as %s becomes %s", async (errorMessage, code) => {
    const { started, answer, browser } = setUp();
    browser.answerWith(
      withProvider(() => ({ body: { ...conflict, needConfirmation: undefined, errorMessage } })),
    );
    const outcome = started("github.com");
    await settle();
    await answer();
    expect(outcome.error).toMatchObject({ code, serverCode: errorMessage });
    expect(outcome.error && identity.credentialFromError(outcome.error)).toBeDefined();
  });

  test("a second factor that is asked for after a popup completes the sign-in", async () => {
    const { started, answer, browser, client } = setUp();
    browser.answerWith((call) =>
      call.path.endsWith("mfaSignIn:finalize")
        ? { body: { idToken: idToken(), refreshToken: refreshToken() } }
        : withProvider(() => ({
            body: {
              mfaPendingCredential: "pending-s3cr3t",
              mfaInfo: [{ mfaEnrollmentId: "factor", totpInfo: {}, displayName: "App" }],
            },
          }))(call),
    );
    const outcome = started();
    await settle();
    await answer();
    expect(outcome.error).toMatchObject({ code: "multi-factor-auth-required" });
    if (!outcome.error) return;
    const resolver = identity.getMultiFactorResolver(client, outcome.error);
    expect(resolver.hints).toMatchObject([{ uid: "factor", factorId: "totp", displayName: "App" }]);
    const [hint] = resolver.hints;
    if (hint) await resolver.resolveWithTotp(hint, "123456");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });
});

describe("a popup for whoever is signed in", () => {
  const signedIn = async (idp: Parameters<typeof withProvider>[0]) => {
    const world = setUp();
    world.browser.answerWith(withProvider(idp));
    await identity.signUp(world.client, { email: "alice@example.com", password: "correct-horse" });
    await settle();
    return world;
  };

  test("links the provider to the account", async () => {
    const { client, answer, body } = await signedIn(() =>
      google()({ path: "x", host: "", body: {}, headers: new Headers() }),
    );
    const linked = identity.linkWithPopup(client, "google.com");
    await settle();
    await answer();
    await expect(linked).resolves.toMatchObject({ uid: "alice" });
    expect(body("signInWithIdp")).toMatchObject({ idToken: expect.any(String) });
  });

  test("proves who it is without creating an account, and refuses somebody else", async () => {
    const bob = { idToken: idToken({ sub: "bob" }), refreshToken: refreshToken("bob"), expiresIn: "3600" };
    const { client, answer, body } = await signedIn(() => ({ body: bob }));
    const proved = identity.reauthenticateWithPopup(client, "google.com").catch((error) => error);
    await settle();
    await answer();
    expect(await proved).toMatchObject({ code: "user-mismatch" });
    expect(body("signInWithIdp")).toMatchObject({ autoCreate: false });
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  });

  test("an account that does not exist is somebody else, and ends nothing", async () => {
    const { client, answer } = await signedIn(() => refusal("USER_NOT_FOUND"));
    const proved = identity.reauthenticateWithPopup(client, "google.com").catch((error) => error);
    await settle();
    await answer();
    expect(await proved).toMatchObject({ code: "user-mismatch" });
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });

  test("is refused when nobody is, before a window opens", async () => {
    const { client, popups } = setUp();
    await settle();
    await expect(identity.linkWithPopup(client, "google.com")).rejects.toMatchObject({ code: "signed-out" });
    expect(popups.opened).toEqual([]);
  });
});

test("where tabs cannot hear the callback page, popups say so and redirects remain", async () => {
  const { client, popups } = setUp({}, { channel: undefined } as object);
  await expect(identity.signInWithPopup(client, "google.com")).rejects.toMatchObject({
    code: "operation-not-supported-in-this-environment",
  });
  expect(popups.opened).toEqual([]);
});
