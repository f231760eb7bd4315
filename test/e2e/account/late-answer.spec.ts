import type { APIRequestContext } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { answerLate, GRACE_MS, openInStoppedTime, openPopup, POLL_MS, sever } from "./popups.ts";
import { fromScenario } from "./support.ts";

const OUTCOMES = [
  { does: "completes the sign-in", as: () => newPerson(), shows: "Latest sign-in" },
  {
    does: "asks for the second factor",
    as: (request: APIRequestContext) => fromScenario(request, "second factor"),
    shows: "Two-step verification",
  },
  {
    does: "offers to link an account",
    as: (request: APIRequestContext) => newAccount(request),
    isVouchedFor: false,
    shows: "already exists",
  },
];

for (const { does, as, isVouchedFor = true, shows } of OUTCOMES)
  test(`a late response of a window that counted as closed ${does}`, async ({ page, request }) => {
    const { email } = await as(request);
    await openInStoppedTime(page, "/auth/signin");
    const popup = await openPopup(page, "Sign in with GitHub");
    await sever(page, popup);
    await page.clock.fastForward(POLL_MS);
    await page.clock.fastForward(GRACE_MS);
    const note = page.getByText("closed before you finished");
    await expect(note).toBeVisible();
    await page.clock.resume();
    await answerLate(page, popup, email, { isVouchedFor });
    await expect(page.getByRole("main")).toContainText(shows);
    await expect(note, "the closed window is no longer mentioned").toHaveCount(0);
  });
