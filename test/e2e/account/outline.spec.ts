import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { expect, test } from "../customer.ts";
import { accountButton, accountMenu, signInLink } from "../support.ts";
import { holdScripts } from "./early.ts";
import { expectAccessible, SETTINGS } from "./support.ts";

const PAGES = [
  { path: "/dashboard", heading: "Hello", term: "Sign-in methods", known: /^Hello, / },
  { path: "/settings/general", heading: "Settings", term: "Two-step verification", known: "Settings" },
];

test("the account pages show a signed-out visitor only their outline, and lead to the sign-in form", async ({
  page,
}) => {
  for (const { path, heading } of PAGES) {
    const scripts = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    await accountButton(page).click();
    await expect(page.getByRole("banner").getByText("Sign out")).toHaveCount(0);
    scripts.release();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(signInLink(page)).toBeVisible();
  }
});

test.describe("signed in, before the scripts", () => {
  test.use({ signedInAs: "verified customer" });

  test("the account pages show their headings and outlines without data, and the session fills them", async ({
    page,
    customer,
  }) => {
    for (const { path, heading, term, known } of PAGES) {
      const scripts = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      const main = page.getByRole("main");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(main.getByText(term)).toBeVisible();
      await expect(main).not.toContainText(customer.email);
      await expect(accountMenu(page)).toHaveCount(0);
      await expectAccessible(page, `${path}, outline`);
      scripts.release();
      await expect(main).toContainText(customer.email);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(known);
      await expect(accountMenu(page)).toBeVisible();
    }
  });

  test("the account menu of /dashboard opens before its scripts, and the session adds the sign-out", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const scripts = await holdScripts(page);
    await page.goto("/dashboard", { waitUntil: "commit" });
    await accountButton(page).click();
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "Settings" })).toBeVisible();
    await expect(banner.getByRole("link", { name: "Solutions" }), "the other menu").toHaveCount(0);
    await expect(banner.getByText("Sign out")).toHaveCount(0);
    await expectAccessible(page, "early account menu");
    await accountButton(page).click();
    await expect(banner.getByRole("link", { name: "Settings" })).toBeHidden();
    await accountButton(page).click();
    scripts.release();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page).toHaveURL(SETTINGS);
    await expect(page.getByRole("menuitem")).toHaveCount(0);
  });

  test("Enter on the account button opens the menu, and the library then focuses its first entry", async ({
    page,
  }) => {
    const scripts = await holdScripts(page);
    await page.goto("/dashboard", { waitUntil: "commit" });
    await accountButton(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("banner").getByRole("link", { name: "Dashboard" })).toBeVisible();
    scripts.release();
    await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  });

  test("a link of the account menu is followed", async ({ page }) => {
    await holdScripts(page);
    await page.goto("/dashboard", { waitUntil: "commit" });
    await accountButton(page).click();
    await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  });

  for (const setting of isWhole ? ["Profile", "Password", "Delete account"] : ["Password"])
    test(`the outline's row ${setting} opens at a press, and has its form once the session fills the page`, async ({
      page,
    }) => {
      const scripts = await holdScripts(page);
      await page.goto(SETTINGS, { waitUntil: "commit" });
      const link = page.getByRole("main").getByRole("link", { name: setting });
      const row = page.locator("main div[id]").filter({ has: page.getByRole("link", { name: setting }) });
      const heightOfRow = async () => (await row.boundingBox())?.height ?? 0;
      const closed = await heightOfRow();
      await link.focus();
      await page.keyboard.press("Enter");
      await expect.poll(heightOfRow).toBeGreaterThan(closed);
      scripts.release();
      const toggle = page.getByRole("main").getByRole("button", { name: `Close: ${setting}` });
      await expect(toggle).toHaveAttribute("aria-expanded", "true");
      await expect(toggle).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("main").locator(":focus")).toBeInViewport();
    });
});
