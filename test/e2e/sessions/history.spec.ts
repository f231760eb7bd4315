import { readFile } from "node:fs/promises";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { signInLink } from "../support.ts";
import { PHONE, signInToSettings, twoBrowsers } from "./support.ts";

test("a customer reads the history of the account and downloads it with the other data", async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const { ada, other, card } = await twoBrowsers({ page, browser, request, baseURL }, { userAgent: PHONE });
  await card.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(card.getByRole("status").getByText("Safari on iPhone is signed out.")).toBeVisible();
  // Until its page knows that, the sign-in page sends the user on.
  await expect(signInLink(other.page)).toBeVisible();
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
