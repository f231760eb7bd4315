import { expect, newPerson, test } from "../customer.ts";
import { openSession } from "../session.ts";
import { callIdentity, createAccount } from "../support.ts";
import { card, expectAccessible, expectReadable, press, SETTINGS } from "./support.ts";

// The other tests check a page with axe in the states that they reach.

test.describe("signed in", () => {
  test.use({ signedInAs: "unverified" });

  test("axe finds no violation in the forms of the settings, at rest and refused", async ({ page }) => {
    await page.goto(SETTINGS);
    await expectAccessible(page, "at rest");
    await press(page, "Email", "Change email");
    await press(page, "Password", "Change password");
    await press(page, "Two-step verification", "Send a code to this number");
    await press(page, "Delete account", "Delete my account");
    await expect(card(page, "Delete account")).toContainText("Please type");
    await expectAccessible(page, "refused");
    await expectReadable(page, "refused");
  });
});

test("no page scrolls sideways at 320 px, and the header fits into one row, even with an email address of eighty characters and a long name", async ({
  page,
  request,
}) => {
  const ada = newPerson("a".repeat(60));
  await page.setViewportSize({ width: 320, height: 700 });
  const session = await createAccount(request, ada);
  const displayName = "Ada Lovelace ".repeat(15).trim();
  await callIdentity(request, "update", { idToken: session.idToken, displayName });
  await openSession(page, request, session.localId, "/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Lovelace");
  const height = await page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(74);
  await expectAccessible(page, "a long name");
  for (const path of ["/dashboard", SETTINGS]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
