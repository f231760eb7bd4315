import { expect, newPerson, test } from "../customer.ts";
import { alert, confirmField, createAccount, emailField, expectHydrated, passwordField } from "../support.ts";
import { card, expectAccessible, expectSaved, field, press, SETTINGS } from "./support.ts";

test.describe("messages in the settings", () => {
  test.use({ signedInAs: "unverified" });

  test("the message about a saved profile disappears when the next save is refused", async ({ page }) => {
    await page.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("Ada");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await field(page, "Profile", "Picture address").fill("no address");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that starts with https://");
    await expect(card(page, "Profile").getByText("Your profile is saved.")).toHaveCount(0);
  });

  test("a refused password change marks the refused field until the user corrects the field", async ({
    page,
  }) => {
    await page.goto(SETTINGS);
    await expect(field(page, "Password", "New password")).toHaveAccessibleDescription(
      /At least 6 characters\./,
    );
    await field(page, "Password", "Current password").fill("example-wrong");
    await field(page, "Password", "New password").fill("another-example-horse");
    await field(page, "Password", "Confirm password").fill("another-example-horse");
    await press(page, "Password", "Change password");
    await expect(card(page, "Password").getByRole("alert")).toHaveText("That’s not your current password.");
    await expect(card(page, "Password").getByText("That’s not your current password.")).toHaveCount(1);
    await expect(field(page, "Password", "Current password")).toHaveAttribute("aria-invalid", "true");
    await field(page, "Password", "Current password").press("End");
    await field(page, "Password", "Current password").press("Backspace");
    await expect(card(page, "Password").getByRole("alert")).toHaveCount(0);
  });
});

test("a refused sign-up marks the refused field until the user corrects the field", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  await page.goto("/auth/signup");
  await expect(passwordField(page)).toHaveAccessibleDescription(/At least 6 characters\./);
  await emailField(page).fill(newPerson().email);
  await passwordField(page).fill("abc");
  await confirmField(page).fill("abc");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(alert(page)).toContainText(/too weak/);
  await expect(passwordField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(passwordField(page)).toBeFocused();
  await expectAccessible(page, "a weak password");
  await passwordField(page).fill(ada.password);
  await expect(alert(page)).toHaveCount(0);
  await expect(passwordField(page)).not.toHaveAttribute("aria-invalid");

  await emailField(page).fill(ada.email);
  await confirmField(page).fill(ada.password);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(alert(page)).toContainText(/already exists/);
  await expect(emailField(page)).toHaveAttribute("aria-invalid", "true");
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
