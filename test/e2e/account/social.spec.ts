import type { Page } from "@playwright/test";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, signOut } from "../session.ts";
import { accountMenu, alert, emailField, fillSignIn, passwordField } from "../support.ts";
import {
  answerLate,
  closeInSight,
  consentAs,
  GRACE_MS,
  lookAtPopup,
  openInStoppedTime,
  openPopup,
  POLL_MS,
  sever,
} from "./popups.ts";
import { card, expectAccessible, expectReadable, fromScenario } from "./support.ts";

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name });

for (const provider of isWhole ? ["Google", "Facebook", "Twitter", "GitHub"] : ["Google"]) {
  test(`a new user signs up with ${provider}, and the next sign-in recognizes the user @cross-origin`, async ({
    page,
  }) => {
    const ada = newPerson(provider.toLowerCase());
    await page.goto("/auth/signup?next=/settings/general");
    const popup = await openPopup(page, `Sign up with ${provider}`);
    await consentAs(popup, ada.email);
    await expect(page).toHaveURL("/settings/general");
    await expect(card(page, "Sign-in methods")).toContainText(provider);

    await signOut(page);
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(button(page, `Sign in with ${provider} Last used`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("lastUsedAuthProvider"))).toBe(
      provider.toLowerCase(),
    );
  });
}

test("only the running provider's button is busy, and choosing another provider cancels the running sign-in", async ({
  page,
  context,
}) => {
  await page.goto("/auth/signin");
  const first = await openPopup(page, "Sign in with Google");
  await expect(button(page, "Sign in with Google")).toBeDisabled();
  await expect(button(page, "Sign in with GitHub")).toBeEnabled();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await expect(button(page, "Bring to front")).toBeVisible();
  await expectAccessible(page, "a window is open");
  const closed = first.waitForEvent("close");
  const second = await openPopup(page, "Sign in with GitHub");
  await closed;
  await expect(button(page, "Sign in with Google")).toBeEnabled();
  await expect(button(page, "Sign in with GitHub")).toBeDisabled();
  await expect(alert(page)).toHaveCount(0);
  await consentAs(second, newPerson().email);
  await expect(accountMenu(page)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
});

test("closing a provider's window early shows a note, not an error, and moves no button, and a severed window does not count as closed", async ({
  page,
}) => {
  await openInStoppedTime(page, "/auth/signin");
  const places = () =>
    page
      .getByRole("main")
      .getByRole("button", { name: /^Sign in/ })
      .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top + window.scrollY));
  const before = await places();
  const popup = await openPopup(page, "Sign in with Google");
  expect(await places()).toEqual(before);
  await closeInSight(page, popup);
  await page.clock.runFor(POLL_MS + GRACE_MS);
  const note = page.getByRole("main").getByRole("status").filter({ hasText: "closed before you finished" });
  await expect(note).toBeInViewport();
  await expect(alert(page)).toHaveCount(0);
  await expect(button(page, "Sign in with Google")).toBeEnabled();
  expect(await places()).toEqual(before);

  const severed = await openPopup(page, "Sign in with Google");
  await lookAtPopup(page);
  // How opener isolation looks from the page: the window reads as closed while the user is in another one.
  await closeInSight(page, severed);
  await page.clock.fastForward(POLL_MS);
  await expect(page.getByText(/If you closed it, choose Cancel\./)).toBeVisible();
  await expect(button(page, "Bring to front")).toHaveCount(0);
  await button(page, "Cancel").click();
  await expect(button(page, "Sign in with Google")).toBeEnabled();
  await expect(alert(page)).toHaveCount(0);
});

test("a late response of a window that counted as closed continues the sign-in, with its second factor", async ({
  page,
  request,
}) => {
  const { email } = await fromScenario(request, "second factor");
  await openInStoppedTime(page, "/auth/signin");
  const popup = await openPopup(page, "Sign in with GitHub");
  await sever(page, popup);
  await page.clock.fastForward(POLL_MS);
  await page.clock.fastForward(GRACE_MS);
  const note = page.getByText("closed before you finished");
  await expect(note).toBeVisible();
  await page.clock.resume();
  await answerLate(page, popup, email);
  await expect(page.getByRole("main")).toContainText("Two-step verification");
  await expect(note, "the closed window is no longer mentioned").toHaveCount(0);
});

test("denying consent at the provider shows a note, a response that the service refuses shows the reason, and leaving the page closes the window", async ({
  page,
}) => {
  await page.goto("/auth/signin");
  const popup = await openPopup(page, "Sign in with GitHub");
  await popup.getByRole("button", { name: "Deny" }).click();
  const note = page.getByRole("main").getByRole("status").filter({ hasText: "Canceled. Nothing changed." });
  await expect(note).toBeInViewport();
  await expect(alert(page)).toHaveCount(0);
  await expect(button(page, "Sign in with GitHub")).toBeEnabled();
  await expectAccessible(page, "denied");
  // The exchange names no account, so the response is replaced in this page only.
  const message = "INVALID_IDP_RESPONSE : the provider's token was refused";
  await page.route(/accounts:signInWithIdp/, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message, errors: [] } } }),
  );
  await consentAs(await openPopup(page, "Sign in with GitHub"), newPerson().email);
  await expect(alert(page)).toContainText(/couldn’t confirm who you are/);
  await expect(note).toHaveCount(0);
  await expect(button(page, "Sign in with GitHub")).toBeEnabled();

  const closed = (await openPopup(page, "Sign in with GitHub")).waitForEvent("close");
  await page.getByRole("link", { name: "Create an account" }).click();
  await closed;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Get yourself an account");
});

test("the page explains how to allow popups after the browser blocked the popup", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  // A press before the popup's code has loaded gets another message: press again.
  await page.goto("/auth/signin", { waitUntil: "networkidle" });
  await button(page, "Sign in with Google").click();
  await expect(alert(page)).toHaveText(/blocked the sign-in window\. Allow pop-ups/);
});

test("a user whose address already has an account signs in with its password, which links the new provider @cross-origin-nightly", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signup?next=/settings/general");
  const popup = await openPopup(page, "Sign up with GitHub");
  await consentAs(popup, ada.email, { isVouchedFor: false });
  await expect(page.locator("main p").filter({ hasText: "already exists" })).toContainText(
    "we’ll link GitHub to it",
  );
  await expectAccessible(page, "a collision");
  await expectReadable(page, "a collision");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
  await expect(emailField(page)).toHaveValue(ada.email);
  await fillSignIn(page, ada);
  await expect(page).toHaveURL("/settings/general");
  await expect(page.getByText("GitHub is now linked to your account.")).toBeVisible();
  await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toBeVisible();
});

test("a provider collision with an account without a password offers only the account's own provider", async ({
  page,
}) => {
  const ada = newPerson();
  await page.goto("/auth/signup");
  await consentAs(await openPopup(page, "Sign up with Google"), ada.email);
  await expect(page).toHaveURL("/dashboard");
  await signOut(page);
  await page.goto("/auth/signin");
  await consentAs(await openPopup(page, "Sign in with GitHub"), ada.email, { isVouchedFor: false });
  await expect(page.getByText("already exists")).toBeVisible();
  await expect(passwordField(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByText("or", { exact: true })).toHaveCount(0);
  await expect(button(page, "Sign in with GitHub")).toHaveCount(0);
  await consentAs(await openPopup(page, "Sign in with Google"), ada.email);
  await expect(page.getByText("GitHub is now linked to your account.")).toBeVisible();
});

test("a user who declines to link the provider signs in without it", async ({ page, request }) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin?next=/settings/general");
  const popup = await openPopup(page, "Sign in with GitHub");
  await consentAs(popup, ada.email, { isVouchedFor: false });
  await page.getByRole("button", { name: "Don’t link GitHub" }).click();
  await fillSignIn(page, ada);
  await expect(page).toHaveURL("/settings/general");
  await expect(card(page, "Sign-in methods").getByRole("button", { name: "Link GitHub" })).toBeVisible();
});
