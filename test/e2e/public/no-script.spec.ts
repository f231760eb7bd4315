import { expect, test } from "../fixtures.ts";
import { contact, newsletter, PUBLIC_PATHS } from "./support.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript every public page is readable, with its links and the sign-in link", async ({
  page,
}) => {
  for (const path of PUBLIC_PATHS)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "Customer Login" })).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" })).toBeVisible();
      await expect(newsletter(page).footer.locator("noscript p")).toBeVisible();
    });
});

test("without JavaScript the contact form names an email address, and a phone shows its menu", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/contact");
  const address = contact(page).form.locator("noscript a");
  await expect(address).toHaveAttribute("href", "mailto:hello@tallybin.example");
  await expect(address).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link", { name: "Technology" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
});
