import { describe, expect, test } from "vitest";
import type { PopupOptions } from "../../src/popup/popup.ts";
import { settle } from "../support/clock.ts";
import { setUpPopup } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

describe("a popup that is closed", () => {
  test.each([
    [false, 2000],
    [true, 10_000],
  ])("is noticed within a poll, and given two seconds more (mobile: %s)", async (isMobile, pollMs) => {
    const { started, popups, browser, events } = setUpPopup({}, { isMobile });
    const outcome = started();
    await browser.clock.advance(2000); // alive at the first look after it left
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
    const { started, popups, browser, answer } = setUpPopup();
    const outcome = started();
    await browser.clock.advance(2000);
    popups.last().isClosed = true;
    await browser.clock.advance(3000);
    await answer();
    await browser.clock.advance(10_000);
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("before it left for the provider is noticed, too", async () => {
    const { started, popups, browser } = setUpPopup();
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
    const world = setUpPopup({ ...options, onSevered: () => (told.times += 1) });
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
    const world = setUpPopup();
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
