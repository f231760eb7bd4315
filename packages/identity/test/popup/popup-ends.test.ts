import { describe, expect, test, vi } from "vitest";
import { createBrowserPlatform } from "../../src/client/browser-platform.ts";
import type { PopupWindow } from "../../src/platform.ts";
import { openPopup } from "../../src/popup/popup-platform.ts";
import { createBrowser, KEY } from "../support/browser.ts";
import { START, settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { ANSWER_URL, blockedSiteData, CALLBACK, setUpPopup, withProvider } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const UNSUPPORTED = "operation-not-supported-in-this-environment";
const noRandomNumbers = () => {
  throw new TypeError("no random numbers");
};
const errorOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error) => error);

describe("a popup that cannot continue is closed, and its caller is informed", () => {
  test("signInWithPopup rejects and closes the popup if the popup cannot navigate to the provider", async () => {
    const { started, popups } = setUpPopup();
    const outcome = started();
    popups.last().refusesToLeave = true;
    await settle();
    expect(outcome.error).toMatchObject({ code: UNSUPPORTED });
    expect(popups.last().isClosed).toBe(true);
  });

  test("signInWithPopup rejects and closes the popup if the popup's site data is blocked", async () => {
    const { opened, popups } = setUpPopup();
    popups.blocked.isStorageBlocked = true;
    const outcome = await opened();
    expect(outcome.error).toMatchObject({
      code: UNSUPPORTED,
      cause: { name: "SecurityError" },
    });
    expect(popups.last().isClosed).toBe(true);
  });

  test("a popup does not open when no random numbers are available", async () => {
    const { opened, popups } = setUpPopup({}, { random: noRandomNumbers } as object);
    const outcome = await opened();
    expect(outcome.error).toMatchObject({
      code: UNSUPPORTED,
      detail: "TypeError: no random numbers",
    });
    expect(popups.opened).toEqual([]);
  });

  test.each([
    { why: "no user is signed in", code: "signed-out" },
    {
      why: "its signal has aborted",
      code: "cancelled-popup-request",
      options: { signal: AbortSignal.abort() },
    },
    { why: "there are no random numbers", code: UNSUPPORTED, parts: { random: noRandomNumbers } },
    { why: "there is no channel", code: UNSUPPORTED, parts: { channel: undefined } },
  ])("a window given as popup is closed if the call rejects at once because $why", async (row) => {
    const { client, popups } = setUpPopup({}, { ...row.parts } as object);
    await client.ready();
    const popup = popups.open("about:blank", "_blank", "") as PopupWindow;
    const call = row.code === "signed-out" ? identity.linkWithPopup : identity.signInWithPopup;
    expect(await errorOf(call(client, "google.com", { popup, ...row.options }))).toMatchObject({
      code: row.code,
    });
    expect(popups.last().isClosed).toBe(true);
  });

  test("signInWithPopup rejects and opens no popup if the browser refuses the channel to the callback page", async () => {
    const world = setUpPopup();
    const blocked = setUpPopup({}, {
      channel: (name: string) => (name.endsWith(":callback") ? undefined : world.browser.channel(name)),
    } as object);
    const outcome = await blocked.opened();
    expect(outcome.error).toMatchObject({ code: UNSUPPORTED });
    expect(blocked.popups.opened).toEqual([]);
  });
});

describe("a popup that returns to a page without completeOAuthCallback", () => {
  const STRANDED = {
    code: "argument-error",
    detail: "callbackUrl has no completeOAuthCallback",
  };

  test.each([
    ["at callbackUrl", ANSWER_URL],
    ["at callbackUrl, after a router removed the response", CALLBACK],
    ["at another page, with the response", "https://site.test/home?code=c0de-s3cr3t&state=1"],
  ])(
    "if the popup returns to a page without completeOAuthCallback, the sign-in rejects and that page shows a warning: %s",
    async (_, url) => {
      const { opened, popups, browser } = setUpPopup();
      const outcome = await opened();
      popups.last().urls.push(url);
      await browser.clock.advance(2000);
      expect(outcome.error).toBeUndefined();
      await browser.clock.advance(2000);
      expect(outcome.error).toMatchObject(STRANDED);
      expect(popups.last().warnings).toEqual([outcome.error?.message]);
      expect(popups.last().isClosed).toBe(false);
      expect(browser.clock.pending()).toBe(0);
    },
  );

  test("a popup waits while the callback page is loading, and then takes the page's response", async () => {
    const { opened, popups, browser, answer } = setUpPopup();
    const outcome = await opened();
    popups.last().urls.push(ANSWER_URL);
    popups.last().isComplete = false;
    await browser.clock.advance(60_000);
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup keeps waiting at other pages of the application, such as a provider's page on the same origin", async () => {
    const { opened, popups, browser } = setUpPopup();
    const outcome = await opened();
    popups.last().urls.push("https://site.test/login?state=1");
    await browser.clock.advance(60_000);
    expect(outcome.error).toBeUndefined();
  });
});

test("in Node, signInWithPopup rejects and names window.open", async () => {
  const { client } = createBrowser().open({ channel: () => new BroadcastChannel("unused") });
  const outcome = await errorOf(identity.signInWithPopup(client, "google.com"));
  expect(outcome).toMatchObject({
    code: UNSUPPORTED,
    detail: "window.open",
  });
  expect(() => openPopup("about:blank")).toThrow("window.open");
});

test("a popup's attempt gets a random ID even where crypto.randomUUID is missing", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { random } = createBrowserPlatform();
  expect(random()).toMatch(/^\d+-\d+-\d+-\d+$/);
  expect(random()).not.toBe(random());
  vi.unstubAllGlobals();
});

describe("canceling while Google checks the response", () => {
  const judging = async (method: "linkWithPopup" | "reauthenticateWithPopup") => {
    const cancel = new AbortController();
    const world = setUpPopup();
    const check = createGate();
    world.browser.values.set(KEY, { version: 1, session: session() });
    world.wake("visible");
    await settle();
    world.browser.answerWith(async (call) => {
      if (call.path.endsWith("signInWithIdp")) await check.opened;
      return withProvider()(call);
    });
    const outcome = identity[method](world.client, "google.com", { signal: cancel.signal });
    await settle();
    await world.answer();
    cancel.abort();
    await settle();
    return { ...world, outcome, check };
  };

  test.each(["linkWithPopup", "reauthenticateWithPopup"] as const)(
    "canceling while Google checks the response still returns the result of %s, which cannot be undone",
    async (method) => {
      const { outcome, check } = await judging(method);
      check.open();
      await expect(outcome).resolves.toMatchObject({ user: { uid: "alice" } });
    },
  );
});

test("canceling a popup after Google has signed the user in still returns the user", async () => {
  const cancel = new AbortController();
  const world = setUpPopup();
  const outcome = await world.opened("google.com", { signal: cancel.signal });
  // The listener runs between the sign-in and the end of its write.
  world.client.subscribe(({ status }) => status === "signed-in" && cancel.abort());
  await world.answer();
  expect(world.client.getState()).toMatchObject({ status: "signed-in" });
  expect(outcome.error).toBeUndefined();
  expect(outcome.user).toMatchObject({ uid: "alice" });
});

describe("linkWithPopup before the first storage read", () => {
  const unread = (stored: unknown, options: object = {}) => {
    const world = setUpPopup({}, options);
    if (stored) world.browser.values.set(KEY, stored);
    return world;
  };

  test("linkWithPopup before the first storage read opens within the click and links to the account found by the read", async () => {
    const stored = { version: 1, session: session({ stamp: START - 1 }) };
    const { client, popups, answer, browser } = unread(stored);
    expect(client.getState()).toEqual({ status: "unknown" });
    const outcome = identity.linkWithPopup(client, "google.com");
    expect(popups.opened).toHaveLength(1);
    await settle();
    await answer();
    await expect(outcome).resolves.toMatchObject({ user: { uid: "alice" } });
    expect(browser.calls.find(({ path }) => path.endsWith("signInWithIdp"))?.body).toMatchObject({
      idToken: expect.any(String),
    });
  });

  test("linkWithPopup closes the popup and rejects if the first storage read finds no session", async () => {
    const { client, popups } = unread(undefined);
    const outcome = errorOf(identity.linkWithPopup(client, "google.com"));
    expect(await outcome).toMatchObject({ code: "signed-out" });
    expect(popups.last().isClosed).toBe(true);
  });

  test("linkWithPopup closes the popup and rejects with storage-unavailable if the first storage read fails", async () => {
    const read = () => Promise.reject(blockedSiteData());
    const { client, popups } = unread(undefined, {
      persistence: { ...createBrowser().persistence, read },
    });
    const outcome = errorOf(identity.linkWithPopup(client, "google.com"));
    expect(await outcome).toMatchObject({ code: "storage-unavailable" });
    expect(popups.last().isClosed).toBe(true);
  });
});

describe("disposing the client", () => {
  test.each(["at the provider", "given up", "answered"])(
    "disposing the client leaves no timer, channel or window of a popup that is %s",
    async (phase) => {
      const world = setUpPopup();
      const outcome = await world.opened();
      if (phase === "given up") {
        await world.closeByHand();
        await world.browser.clock.advance(2000);
      }
      if (phase === "answered") await world.answer();
      world.client.dispose();
      await settle();
      expect(world.browser.clock.pending()).toBe(0);
      expect(world.browser.listening("identity-client:callback")).toBe(0);
      expect(world.popups.last().isClosed).toBe(true);
      if (phase === "at the provider")
        expect(outcome.error).toMatchObject({ code: "cancelled-popup-request" });
    },
  );
});

test("signInWithPopup rejects and closes the popup if the option onOpen throws", async () => {
  const { popups, client } = setUpPopup();
  const onOpen = () => {
    throw new Error("a fault of the page");
  };
  await expect(identity.signInWithPopup(client, "google.com", { onOpen })).rejects.toThrow(
    "a fault of the page",
  );
  expect(popups.last().isClosed).toBe(true);
});

test("the client ignores a response for a popup that has not yet gone to the provider", async () => {
  const { started, browser, answer, popups } = setUpPopup();
  browser.answerWith(() => "hang");
  const outcome = started();
  await answer(popups.last().attempt());
  expect(outcome).toEqual({});
  expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
});

test("signInWithPopup opens no window if its signal is already aborted", async () => {
  const { popups, client } = setUpPopup();
  const outcome = identity.signInWithPopup(client, "google.com", {
    signal: AbortSignal.abort(),
  });
  await expect(outcome).rejects.toMatchObject({ code: "cancelled-popup-request" });
  expect(popups.opened).toEqual([]);
});
