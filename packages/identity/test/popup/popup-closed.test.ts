import { describe, expect, test } from "vitest";
import type { PopupOptions } from "../../src/popup/runner.ts";
import { settle } from "../support/clock.ts";
import { setUpPopup } from "../support/popups.ts";
import { identity } from "../support/secrets.ts";

const POLL_MS = 2000;
const GRACE_MS = 2000;
const RECHECK_MS = 500;

/** Delays after the popup reached the provider, on both sides of the first polls. */
const MOMENTS_MS = [0, 1999, 2000, 3999, 59_000];

describe("a popup that the user closes", () => {
  for (const isSevered of [false, true])
    test.each(MOMENTS_MS)(
      `the client notices within 4 s a popup that closes %i ms after reaching the provider (severed: ${isSevered}, focus event: no)`,
      async (afterMs) => {
        const { opened, popups, browser, closeByHand, events } = setUpPopup();
        const outcome = await opened();
        popups.last().isClosed = isSevered;
        await browser.clock.advance(afterMs);
        await closeByHand({ isHeard: false });
        await browser.clock.advance(POLL_MS + GRACE_MS);
        expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
        expect(events).toContainEqual({ type: "popup", providerId: "google.com", phase: "given-up" });
      },
    );

  test.each([false, true])(
    "the client notices a closed popup 2 s after the focus returns to the page, and not before (mobile: %s)",
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
    "the client notices a closed popup 2.5 s after the focus returned if the popup closed just after that (mobile: %s)",
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
    "without a focus event, the client notices a closed popup by polling (mobile: %s, every %i ms)",
    async (isMobile, pollMs) => {
      const { opened, browser, closeByHand } = setUpPopup({}, { isMobile });
      const outcome = await opened();
      await closeByHand({ isHeard: false });
      await browser.clock.advance(pollMs + GRACE_MS - 1);
      expect(outcome).toEqual({});
      await browser.clock.advance(1);
      expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    },
  );

  test("a popup that the user closes while its response is pending still signs the user in", async () => {
    const { started, browser, answer, closeByHand } = setUpPopup();
    const outcome = started();
    await browser.clock.advance(2500);
    await closeByHand();
    await browser.clock.advance(1500);
    await answer();
    await browser.clock.advance(10_000);
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a popup that the user closes before it navigates is noticed at the next poll, whichever window has the focus", async () => {
    const { started, popups, browser } = setUpPopup();
    browser.answerWith(() => "hang");
    const outcome = started();
    popups.last().isClosed = true;
    await browser.clock.advance(POLL_MS);
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
  });

  test("a popup that is closed while the provider's address is requested is noticed when the address arrives", async () => {
    const { started, popups } = setUpPopup();
    const outcome = started();
    popups.last().isClosed = true;
    await settle();
    expect(outcome.error).toMatchObject({ code: "popup-closed-by-user" });
    expect(popups.last().urls).toEqual([]);
  });
});

test("a sign-in by popup stays pending while the user looks at the opener", async () => {
  const { opened, browser, returnToOpener, answer } = setUpPopup();
  const outcome = await opened();
  await returnToOpener();
  await browser.clock.advance(60_000);
  expect(outcome).toEqual({});
  await answer();
  expect(outcome.user).toMatchObject({ uid: "alice" });
});

describe("a popup that the provider's opener policy has severed", () => {
  const severed = async (options: PopupOptions = {}) => {
    const told = { times: 0 };
    const world = setUpPopup({ ...options, onSevered: () => (told.times += 1) });
    const outcome = await world.opened();
    world.popups.last().isClosed = true; // an isolated popup reads as closed about 0.3 s after it navigates to the provider
    await world.browser.clock.advance(60_000);
    return { ...world, outcome, told };
  };

  test("a severed popup does not count as closed; onSevered is called once, and the response signs the user in", async () => {
    const { outcome, told, events, answer } = await severed();
    expect(outcome).toEqual({});
    expect(told.times).toBe(1);
    expect(events).toContainEqual({ type: "popup", providerId: "google.com", phase: "severed" });
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a severed popup stays pending if the user looks at the opener for less than 2 s", async () => {
    const { outcome, browser, popups, returnToOpener, answer } = await severed();
    await returnToOpener();
    await browser.clock.advance(GRACE_MS - 1);
    popups.focus.isOnOpener = false;
    await browser.clock.advance(60_000);
    expect(outcome).toEqual({});
    await answer();
    expect(outcome.user).toMatchObject({ uid: "alice" });
  });

  test("a severed popup can still sign the user in after it counted as closed", async () => {
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

  test("canceling a severed popup makes the client refuse the popup's response", async () => {
    const cancel = new AbortController();
    const { outcome, answer, client, browser } = await severed({ signal: cancel.signal });
    cancel.abort();
    await settle();
    expect(outcome.error).toMatchObject({ code: "cancelled-popup-request" });
    await answer();
    expect(client.getState()).toEqual({ status: "signed-out" });
    expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
  });

  test("a severed popup times out after ten minutes", async () => {
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

  test("the late response of a popup that counted as closed signs the user in", async () => {
    const { answer, attempt, client, events } = await closed();
    await answer(attempt);
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(events).toContainEqual({ type: "popup", providerId: "google.com", phase: "presenting" });
  });

  test.each([
    [
      "signed in by another method",
      (client: Parameters<typeof identity.signOut>[0]) =>
        identity.signUp(client, { email: "alice@example.com", password: "correct-horse" }),
    ],
    ["signed out", (client: Parameters<typeof identity.signOut>[0]) => identity.signOut(client)],
  ])(
    "the late response of a popup that counted as closed is refused if the user has since %s",
    async (_, since) => {
      const { answer, attempt, client, browser } = await closed();
      await since(client);
      const before = client.getState().status;
      await answer(attempt);
      expect(client.getState().status).toBe(before);
      expect(browser.calls.some(({ path }) => path.endsWith("signInWithIdp"))).toBe(false);
    },
  );

  test("the late response of a popup that counted as closed is refused after ten minutes", async () => {
    const { answer, attempt, client, browser } = await closed();
    await browser.clock.advance(10 * 60_000);
    await answer(attempt);
    expect(client.getState()).toEqual({ status: "signed-out" });
  });
});
