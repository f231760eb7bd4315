import { expect, test } from "../customer.ts";
import { accountMenu, signInLink } from "../support.ts";
import { holdScripts } from "./early.ts";
import { expectAccessible } from "./support.ts";

const PAGES = [
  { path: "/dashboard", heading: "Hello", term: "Sign-in methods", known: /^Hello, / },
  { path: "/settings/general", heading: "Settings", term: "Two-step verification", known: "Settings" },
];

for (const { path, heading, term, known } of PAGES) {
  test.describe("signed in", () => {
    test.use({ signedInAs: "verified customer" });

    test(`${path} shows its heading and outline before its scripts, without data, and the session fills it`, async ({
      page,
      customer,
    }) => {
      const scripts = await holdScripts(page);
      await page.goto(path, { waitUntil: "commit" });
      const main = page.getByRole("main");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(main.getByText(term)).toBeVisible();
      await expect(main).not.toContainText(customer.email);
      await expect(accountMenu(page)).toHaveCount(0);
      await expectAccessible(page, "outline");
      scripts.release();
      await expect(main).toContainText(customer.email);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(known);
      await expect(accountMenu(page)).toBeVisible();
    });
  });

  test(`${path} shows a signed-out visitor only its outline, and leads to the sign-in form`, async ({
    page,
  }) => {
    const scripts = await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    scripts.release();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(signInLink(page)).toBeVisible();
  });
}
