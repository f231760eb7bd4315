import type { Page } from "@playwright/test";
import { RENDERED_AGAIN, translate } from "../../support/page-changes.mjs";
import { enrollApp } from "../account/factors.ts";
import { consentAs, openPopup } from "../account/popups.ts";
import { appCode, card, expectSaved, field, mailTo, pathOf, press, SETTINGS } from "../account/support.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { contact, fillContact } from "../public/support.ts";
import { signOut } from "../session.ts";
import {
  callIdentity,
  expectHydrated,
  fillSignIn,
  fillSignUp,
  passwordField,
  signInLink,
} from "../support.ts";

test.use({ expectedReports: RENDERED_AGAIN });
test.beforeEach(async ({ context }) => {
  await context.addInitScript(translate);
});

/** Opens a page, and waits until React has rendered the translated page again, which moves the focus. */
const open = async (page: Page, path: string) => {
  await page.goto(path);
  await expectHydrated(page, "main");
};
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const expectTranslated = (page: Page) => expect(heading(page).locator("font font")).toHaveCount(1);

test("a visitor can navigate, send a message and subscribe on pages that the browser translated", async ({
  page,
}) => {
  await page.goto("/");
  for (const name of ["Solutions", "About"]) {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(`/${name.toLowerCase()}`);
    await expectTranslated(page);
  }
  for (const path of ["/tech", "/legal/privacy-policy", "/legal/terms-of-service", "/nowhere", "/contact"]) {
    await page.goto(path);
    await expectTranslated(page);
  }
  const { form, send } = contact(page);
  await send.click();
  await expect(form).toContainText("Please enter a message");
  await fillContact(page);
  await send.click();
  await expect(form).toContainText("Your message has been sent!");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(footer).toContainText("Please enter an email address");
  await footer.getByRole("textbox").fill(newPerson().email);
  await footer.getByRole("button", { name: "Subscribe" }).click();
  await expect(footer).toContainText("You are now subscribed!");
});

test("a user can create, change, protect and delete an account on pages that the browser translated", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await open(page, "/auth/signup");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Please enter a password");
  await fillSignUp(page, ada);
  await expect(page).toHaveURL("/dashboard");
  await expectTranslated(page);
  await page.goto(pathOf((await mailTo(request, ada.email, "VERIFY_EMAIL")).actionLink));
  await page.getByRole("button", { name: "Verify my email" }).click();
  await expect(page.getByText("Your email has been verified.")).toBeVisible();

  await page.goto(SETTINGS);
  await field(page, "Profile", "Name").fill("Ada Lovelace");
  await press(page, "Profile", "Save profile");
  await expectSaved(page, "Profile", "Your profile is saved.");
  await field(page, "Password", "Current password").fill("example-wrong");
  await field(page, "Password", "New password").fill("example-battery-staple");
  await field(page, "Password", "Confirm password").fill("example-battery-staple");
  await press(page, "Password", "Change password");
  await expect(card(page, "Password").getByRole("alert")).toBeVisible();
  await field(page, "Password", "Current password").fill(ada.password);
  await press(page, "Password", "Change password");
  await expectSaved(page, "Password", "Your password has been changed.");
  await enrollApp(page);

  await signOut(page);
  await open(page, `/auth/signin?next=${SETTINGS}`);
  await fillSignIn(page, { ...ada, password: "example-battery-staple" });
  await expect(heading(page)).toHaveText("Two-step verification");
  const code = page.getByRole("main").getByLabel(/^Code/);
  await code.fill("000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Incorrect code");
  await code.fill(await appCode(request, ada.email));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page).toHaveURL(SETTINGS);
  await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
  await press(page, "Delete account", "Delete my account");
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
});

test("a user can reset a password and sign in with a provider on pages that the browser translated", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  const response = await callIdentity(request, "signUp", { ...ada, returnSecureToken: true });
  const { idToken } = await response.json();
  await open(page, "/auth/signin");
  await fillSignIn(page, { ...ada, password: "example-wrong" });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Incorrect");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText("Password reset email sent")).toBeVisible();
  await page.goto(pathOf((await mailTo(request, ada.email, "PASSWORD_RESET")).actionLink));
  await passwordField(page).fill("example-battery-staple");
  await page.getByLabel("Confirm password", { exact: true }).fill("example-battery-staple");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();

  const popup = await openPopup(page, "Sign in with Google");
  await consentAs(popup, newPerson("google").email);
  await expect(page).toHaveURL("/dashboard");
  await expectTranslated(page);
  await callIdentity(request, "update", { idToken, displayName: "Someone else" });
  await signOut(page);
  await expect(signInLink(page)).toBeVisible();
});
