import { describe, expect, test } from "vitest";
import { settle } from "../support/clock.ts";
import { CALLBACK, post, setUpPopup } from "../support/popups.ts";

describe("answers that are not the one awaited", () => {
  test("a second popup ends the first, and only its answer counts", async () => {
    const { started, popups, answer, client } = setUpPopup();
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
    const { started, browser, client, answer, events } = setUpPopup();
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
    const { started, popups, answer, events, browser } = setUpPopup();
    started();
    await settle();
    const attempt = popups.last().attempt();
    await answer(attempt);
    await answer(attempt);
    expect(events).toContainEqual({ type: "callback-ignored", reason: "used-attempt" });
    expect(browser.calls.filter(({ path }) => path.endsWith("signInWithIdp"))).toHaveLength(1);
  });

  test("one from another address is refused before it is shown to Google", async () => {
    const { started, answer, browser } = setUpPopup();
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
    const { started, answer } = setUpPopup();
    const outcome = started();
    await settle();
    await answer(undefined, url);
    expect(outcome.error).toMatchObject({ code: "user-cancelled" });
  });
});
