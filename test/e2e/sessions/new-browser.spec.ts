import { mailTo, pathOf } from "../account/support.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { accountMenu, signInLink } from "../support.ts";
import { PHONE, twoBrowsers } from "./support.ts";

test("a customer warned by mail about a new browser signs that browser out and gets a link for a new password", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { ada, other } = await twoBrowsers({ page, browser, request, baseURL }, { userAgent: PHONE });
  // The phone signed in first, and the mail about this page's browser follows it.
  const { actionLink } = await mailTo(request, ada.email, "NEW_BROWSER");

  await other.page.goto(pathOf(actionLink));
  await expect(other.page).toHaveURL("/api/account/not-me");
  await expect(other.page.getByRole("heading", { name: "Don’t recognize this sign-in?" })).toBeVisible();
  await expectAccessible(other.page, "the question about a new browser");
  await other.page.getByRole("button", { name: "This wasn’t me" }).press("Enter");
  await expect(other.page.getByRole("heading", { name: "That browser is signed out" })).toBeVisible();
  expect((await mailTo(request, ada.email, "PASSWORD_RESET")).actionLink).toContain("mode=resetPassword");

  await page.reload();
  await expect(signInLink(page)).toBeVisible();
  await other.page.goto("/dashboard");
  await expect(accountMenu(other.page)).toBeVisible();
  await other.page.goto(pathOf(actionLink));
  await expect(other.page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await other.context.close();
});
