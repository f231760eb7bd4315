import { readFile } from "node:fs/promises";
import { expectAccessible, mailTo, pathOf } from "../account/support.ts";
import { expect, test } from "../fixtures.ts";
import { accountMenu, signInLink } from "../support.ts";
import { PHONE, signInToSettings, twoBrowsers } from "./support.ts";

test("a customer sees the sessions of two browsers, the current one first, and signs the other browser out, which the history and the downloaded data tell", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { ada, other, card } = await twoBrowsers({ page, browser, request, baseURL }, { userAgent: PHONE });
  const buttons = card.locator("#sessions-form").getByRole("button");
  await expect(buttons).toHaveText(["Sign out", "Sign out", "Sign out everywhere else"]);
  await expect(card.getByText(/^This device, signed in /)).toBeVisible();
  await expect(card.getByText("Safari on iPhone", { exact: true })).toBeVisible();
  await expectAccessible(page, "two sessions");

  await card.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(card.getByRole("status").getByText("Safari on iPhone is signed out.")).toBeVisible();
  await expect(card.getByText("Safari on iPhone", { exact: true })).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Sign out everywhere else" })).toHaveCount(0);

  // A change of the live document makes the other browser request a new ID token, which is refused.
  await expect(signInLink(other.page)).toBeVisible();
  await expect(accountMenu(page)).toBeVisible();
  await signInToSettings(other.page, ada);
  await other.context.close();

  await page.reload();
  const history = page.getByRole("region", { name: "Security history" });
  await expect(history.getByText(/^Signed out from Chrome/)).toBeVisible();
  await expect(history.getByText("Signed in", { exact: true })).toHaveCount(3);
  await expect(history.getByText(/^Safari on iPhone, /)).toHaveCount(3);
  await expectAccessible(page, "the security history");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^tallybin-data-.*\.json$/);
  const saved = JSON.parse(await readFile(await file.path(), "utf8"));
  expect(saved).toMatchObject({ profile: { email: ada.email }, sessions: [{}, {}], newsletter: [] });
  expect(saved.history).toHaveLength(4);
  await expect(page.getByText("Your data is in your downloads.")).toBeVisible();
});

test("changing the password signs the other browsers out, and the list of sessions loses them", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { ada, other, card } = await twoBrowsers({ page, browser, request, baseURL });
  await expect(card.getByRole("button", { name: /sign out/i })).toHaveCount(3);
  await page.getByLabel("Current password", { exact: true }).fill(ada.password);
  await page.getByLabel("New password", { exact: true }).fill("example-another-horse");
  await page.getByLabel("Confirm password", { exact: true }).fill("example-another-horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await expect(card.getByRole("button", { name: /sign out/i })).toHaveCount(1);
  await page.reload();
  await expect(card.getByText(/^This device/)).toBeVisible();
  await other.context.close();
});

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
