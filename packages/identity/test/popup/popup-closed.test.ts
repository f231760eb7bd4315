import { describe, expect, test } from "vitest";
import type { PopupOptions } from "../../src/popup/runner.ts";
import { settle } from "../support/clock.ts";
import { setUpPopup } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

const POLL_MS = 2000;
const GRACE_MS = 2000;
const RECHECK_MS = 500;

/** Delays after the popup reached the provider, on both sides of the first polls. */
const MOMENTS_MS = [0, 300, 1600, 1999, 2000, 2001, 3000, 3999, 10_000, 59_000];

describe("a popup that the user closes", () => {
  for (const isSevered of [false, true])
    test.each(MOMENTS_MS)(
      `a popup that closes %i ms after it reached the provider is noticed within 4 s (severed: ${isSevered}, focus event: no)`,
      async (afterMs) => {
        const { started, popups, browser, closeByHand, events } = setUpPopup();
        const outcome = started();
        await settle();
        popups.last().isClosed = isSevered;
        await browser.clock.advance(afterMs);
        await closeByHand({ isHeard: false });
        await browser.clock.advance(POLL_MS + GRACE_MS);
        expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
        expect(events).toContainEqual({ type: "popup-closed", providerId: "google.com" });
      },
    );

  test.each([false, true])(
    "a popup that the user closes is noticed 2 s after the focus returns, and not before (mobile: %s)",
    async (isMobile) => {
      const { started, browser, closeByHand } = setUpPopup({}, { isMobile });
      const outcome = started();
      await browser.clock.advance(500);
      await closeByHand();
      await browser.clock.advance(GRACE_MS - 1);
      expect(outcome).toEqual({});
      await browser.clock.advance(1);
      expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    },
  );

  test.each([false, true])(
    "a popup that the user closes is noticed 2.5 s after the focus returns, if the focus returns just before it reads as closed (mobile: %s)",
    async (isMobile) => {
      const { started, browser, closeByHand, returnToOpener } = setUpPopup({}, { isMobile });
      const outcome = started();
      await browser.clock.advance(1900);
      await returnToOpener();
      await browser.clock.advance(10);
      await closeByHand({ isHeard: false });
      await browser.clock.advance(RECHECK_MS + GRACE_MS - 10);
      expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    },
  );

  test.each([
    [false, POLL_MS],
    [true, 10_000],
  ])(
    "a popup that the user closes is noticed by polling if no focus event arrives (mobile: %s, every %i ms)",
    async (isMobile, pollMs) => {
      const { started, browser, closeByHand } = setUpPopup({}, { isMobile });
      const outcome = started();
      await settle();
      await closeByHand({ isHeard: false });
      await browser.clock.advance(pollMs + GRACE_MS - 1);
      expect(outcome).toEqual({});
      await browser.clock.advance(1);
      expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    },
  );

  test("a popup that the user closes while its response is pending still signs in", async () => {
    const { started, browser, answer, closeByHand } = setUpPopup();
    const outcome = started();
    await browser.clock.advance(2500);
    await closeByHand();
    await browser.clock.advance(1500);
    await answer();
    await browser.clock.advance(10_000);
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup that the user closes before it navigates is noticed at the next poll, regardless of the focus", async () => {
    const { started, popups, browser } = setUpPopup();
    browser.answerWith(() => "hang");
    const outcome = started();
    popups.last().isClosed = true;
    await browser.clock.advance(POLL_MS);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
  });

  test("a popup that the user closes while the provider's address is pending is noticed when the address arrives", async () => {
    const { started, popups } = setUpPopup();
    const outcome = started();
    popups.last().isClosed = true;
    await settle();
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    expect(popups.last().urls).toEqual([]);
  });
});

test("an open popup keeps the caller waiting when the user looks at the opener", async () => {
  const { started, browser, returnToOpener, answer } = setUpPopup();
  const outcome = started();
  await settle();
  await returnToOpener();
  await browser.clock.advance(60_000);
  expect(outcome).toEqual({});
  await answer();
  expect(outcome.user).toMatchObject({ uid: "alice" });
});

describe("a popup that the provider's opener policy has isolated", () => {
  const severed = async (options: PopupOptions = {}) => {
    const told = { times: 0 };
    const world = setUpPopup({ ...options, onSevered: () => (told.times += 1) });
    const outcome = world.started();
    await settle();
    world.popups.last().isClosed = true; // an isolated popup reads as closed about 0.3 s after it navigates to the provider
    await world.browser.clock.advance(60_000);
    return { ...world, outcome, told };
  };

  test("a popup that the provider's opener policy has isolated does not count as closed; the site is informed once, and the response signs in", async () => {
    const { outcome, told, events, answer } = await severed();
    expect(outcome).toEqual({});
    expect(told.times).toBe(1);
    expect(events).toContainEqual({ type: "popup-severed", providerId: "google.com" });
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup that the provider's opener policy has isolated keeps waiting when the user returns to it within 2 s of looking at the opener", async () => {
    const { outcome, browser, popups, returnToOpener, answer } = await severed();
    await returnToOpener();
    await browser.clock.advance(GRACE_MS - 1);
    popups.focus.isOnOpener = false;
    await browser.clock.advance(60_000);
    expect(outcome).toEqual({});
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup that the provider's opener policy has isolated can still sign in after it counted as closed", async () => {
    const late: Promise<unknown>[] = [];
    const { outcome, browser, returnToOpener, answer, client } = await severed({
      onLate: (outcome) => late.push(outcome),
    });
    await returnToOpener();
    await browser.clock.advance(GRACE_MS);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    await answer();
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    await expect(late[0]).resolves.toMatchObject({ user: { uid: "alice" } });
  });

  test("a popup that the provider's opener policy has isolated can be canceled, and its response is then refused", async () => {
    const cancel = new AbortController();
    const { outcome, answer, client, browser } = await severed({ signal: cancel.signal });
    cancel.abort();
    await settle();
    expect(outcome.error).toMatchObject({ code: "cancelled-popup-request" });
    await answer();
    expect(client.getState()).toEqual({ status: "signed-out" });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test("a popup that the provider's opener policy has isolated gives up after ten minutes", async () => {
    const { outcome, browser, answer, client } = await severed();
    await browser.clock.advance(10 * 60_000);
    expect(outcome.error).toMatchObject({ code: "timeout" });
    await answer();
    expect(client.getState()).toEqual({ status: "signed-out" });
  });
});

describe("a response after the popup counted as closed", () => {
  const closed = async () => {
    const world = setUpPopup();
    const outcome = world.started();
    await world.browser.clock.advance(2000);
    const attempt = world.popups.last().attempt();
    await world.closeByHand();
    await world.browser.clock.advance(GRACE_MS);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    return { ...world, attempt };
  };

  test("a response after the popup counted as closed is completed", async () => {
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
  ])(
    "a response after the popup counted as closed is refused when the user has since %s",
    async (_, since) => {
      const { answer, attempt, client, browser, events } = await closed();
      await since(client);
      const before = client.getState().status;
      await answer(attempt);
      expect(events).toContainEqual({ type: "callback-ignored", reason: "revoked-attempt" });
      expect(client.getState().status).toBe(before);
      expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
    },
  );

  test("a response after the popup counted as closed is refused after ten minutes", async () => {
    const { answer, attempt, client, browser } = await closed();
    await browser.clock.advance(10 * 60_000);
    await answer(attempt);
    expect(client.getState()).toEqual({ status: "signed-out" });
  });
});
