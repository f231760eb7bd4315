import { expect, test } from "../customer.ts";
import { confirmField, emailField, expectHydrated, passwordField } from "../support.ts";
import { card, expectAccessible, expectSaved, field, press, SETTINGS } from "./support.ts";

test.describe("messages in the settings", () => {
  test.use({ signedInAs: "unverified" });

  test("the message about a saved profile disappears when the next save is refused", async ({ page }) => {
    await page.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("Ada");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await expectAccessible(page, "a saved profile");
    await field(page, "Profile", "Picture address").fill("no address");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that starts with https://");
    await expect(card(page, "Profile").getByText("Your profile is saved.")).toHaveCount(0);
  });
});

test.describe("fields", () => {
  test("form fields declare their purpose to keyboards and password managers", async ({ page }) => {
    await page.goto("/auth/signup");
    await expect(emailField(page)).toHaveAttribute("autocomplete", "username");
    await expect(emailField(page)).toHaveAttribute("enterkeyhint", "next");
    await expect(confirmField(page)).toHaveAttribute("enterkeyhint", "go");
    await page.goto("/auth/signin");
    await expect(passwordField(page)).toHaveAttribute("enterkeyhint", "go");
    await expect(emailField(page)).toBeFocused();
    await page.goto("/about");
    await page.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
    await expect(emailField(page)).toBeFocused();
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    test("the sign-in page does not open a phone's keyboard by itself", async ({ page }) => {
      await page.goto("/auth/signin");
      await expectHydrated(page, "main");
      await expect(emailField(page)).not.toBeFocused();
    });
  });
});
