import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { consentAs, openPopup } from "./popups.ts";
import {
  card,
  expectAccessible,
  expectReadable,
  expectSaved,
  field,
  press,
  proofOf,
  proveByPassword,
  SETTINGS,
  signInElsewhere,
} from "./support.ts";

const NEW_PASSWORD = "another-example-horse";

test.use({ signedInAs: "unverified" });
test.beforeEach(({ page }) => page.goto(SETTINGS).then(() => undefined));

test.describe("profile", () => {
  test("every tab shows a saved name, and the form reports a picture that cannot be loaded or is invalid @cross-origin-nightly", async ({
    page,
    context,
  }) => {
    const second = await context.newPage();
    await second.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("Ada Example");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await expect(card(page, "Profile").getByRole("button", { name: "Save profile" })).toBeFocused();
    await expectAccessible(page, "a saved profile");
    await expect(field(second, "Profile", "Name")).toHaveValue("Ada Example");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada Example");
    await page.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await field(page, "Profile", "Picture address").fill("https://pictures.example.com/ada.png");
    await expect(card(page, "Profile")).toContainText("your initials are shown instead");
    await field(page, "Profile", "Picture address").fill("javascript:alert(1)");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that starts with https://");
    await expect(field(page, "Profile", "Picture address")).toBeFocused();
    await expect(card(page, "Profile").getByText("Your profile is saved.")).toHaveCount(0);
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello");
  });
});

test.describe("email", () => {
  test("a change that needs a recent sign-in asks for the password in place, and then continues, and a section's heading takes the focus of a control that disappears", async ({
    page,
    customer,
    failures,
  }) => {
    const next = "ada.new@example.test";
    await failures.add({
      endpoint: "accounts:update",
      times: 1,
      fault: { kind: "error", word: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN" },
    });
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await expect(proofOf(page).getByLabel("Your password", { exact: true })).toBeFocused();
    await expectAccessible(page, "proof");
    await expectReadable(page, "proof");
    await proveByPassword(page, "example-wrong");
    await expect(proofOf(page).getByRole("alert")).toHaveText("That’s not your current password.");
    await proveByPassword(page, customer.password);
    await expectSaved(page, "Email", next);
    await expect(proofOf(page)).toHaveCount(0);
    await expect(card(page, "Email").locator(":focus")).toHaveCount(1);

    // The focused field disappears, like the form of a finished step.
    await field(page, "Password", "Current password").focus();
    await field(page, "Password", "Current password").evaluate((input) => input.closest("form")?.remove());
    await expect(card(page, "Password").getByRole("heading", { level: 2 })).toBeFocused();
  });
});

test.describe("password", () => {
  const fill = async (page: Page, current: string, next: string) => {
    await field(page, "Password", "Current password").fill(current);
    await field(page, "Password", "New password").fill(next);
    await field(page, "Password", "Confirm password").fill(next);
    await press(page, "Password", "Change password");
  };

  test("a password change warns about other devices, keeps this device signed in, and applies to the next sign-in @cross-origin-nightly", async ({
    page,
    customer,
    request,
  }) => {
    await expect(card(page, "Password")).toContainText("signs you out on every other device");
    await fill(page, customer.password, NEW_PASSWORD);
    await expectSaved(page, "Password", /has been changed/);
    for (const label of ["Current password", "New password", "Confirm password"])
      await expect(field(page, "Password", label)).toHaveValue("");
    await page.reload();
    await expect(field(page, "Password", "Current password"), "this device stays signed in").toBeVisible();

    await signInElsewhere(request, { email: customer.email, password: NEW_PASSWORD });
  });
});

test.describe("sign-in methods", () => {
  test("a user links and unlinks a provider, and cannot remove the last sign-in method @cross-origin-nightly", async ({
    page,
    customer,
  }) => {
    const popup = await openPopup(page, "Link GitHub");
    await consentAs(popup, customer.email);
    await expectSaved(page, "Sign-in methods", "GitHub is linked.");
    await press(page, "Sign-in methods", "Remove Password");
    await expect(card(page, "Sign-in methods")).toContainText("no longer be able to sign in by email");
    await press(page, "Sign-in methods", "Remove");
    await expectSaved(page, "Sign-in methods", "Password is removed.");

    await expect(card(page, "Sign-in methods")).toContainText("This is your only way to sign in.");
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toHaveCount(0);

    // The service keeps the address.
    await expect(card(page, "Email")).toContainText(customer.email);
    await field(page, "Password", "New password").fill(NEW_PASSWORD);
    await field(page, "Password", "Confirm password").fill(NEW_PASSWORD);
    await press(page, "Password", "Set password");
    await expectSaved(page, "Password", "Your password is set.");
    await press(page, "Sign-in methods", "Unlink GitHub");
    await expectSaved(page, "Sign-in methods", "GitHub is unlinked.");
    await expect(card(page, "Sign-in methods").locator(":focus")).toHaveCount(1);
  });

  test("canceling or denying the linking of a provider changes nothing, and a provider of another account is refused with the reason", async ({
    page,
    world,
  }) => {
    const popup = await openPopup(page, "Link Google");
    const closed = popup.waitForEvent("close");
    await press(page, "Sign-in methods", "Cancel");
    await closed;
    await expect(card(page, "Sign-in methods").getByRole("alert")).toHaveCount(0);
    const second = await openPopup(page, "Link Google");
    await second.getByRole("button", { name: "Deny" }).click();
    const methods = card(page, "Sign-in methods");
    await expect(methods.getByRole("status").filter({ hasText: "Canceled. Nothing changed." })).toBeVisible();
    await expect(methods.getByRole("alert")).toHaveCount(0);
    await expect(methods.getByRole("button", { name: "Link Google" })).toBeEnabled();
    const paul = await world.load("password and google", { email: "paul@example.test" });
    const third = await openPopup(page, "Link Google");
    await third.getByRole("button", { name: paul.email }).click();
    await expect(methods.getByRole("alert")).toContainText(/belongs to another account/);
  });
});
