import { readFile } from "node:fs/promises";
import { expectAccessible } from "../axe.ts";
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
