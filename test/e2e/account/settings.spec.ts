import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { signedIn, signOut } from "../session.ts";
import { consentAs, openPopup } from "./popups.ts";
import { card, expectSaved, field, press, SETTINGS, signInElsewhere } from "./support.ts";

const NEW_PASSWORD = "another-example-horse";

test.describe("profile", () => {
  test("name and picture are saved independently and shown in every tab @cross-origin", async ({
    page,
    context,
    request,
  }) => {
    await signedIn(page, request, newPerson(), SETTINGS);
    const second = await context.newPage();
    await second.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("Ada Example");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await expect(field(second, "Profile", "Name")).toHaveValue("Ada Example");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, Ada Example");
    await page.goto(SETTINGS);
    await field(page, "Profile", "Name").fill("");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello");
  });
});

test.describe("password", () => {
  const fill = async (page: Page, current: string, next: string) => {
    await field(page, "Password", "Current password").fill(current);
    await field(page, "Password", "New password").fill(next);
    await field(page, "Password", "Confirm password").fill(next);
    await press(page, "Password", "Change password");
  };

  test("a new password signs other devices out, the page says so, and it works from then on @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    await expect(card(page, "Password")).toContainText("signs you out on every other device");
    await fill(page, ada.password, NEW_PASSWORD);
    await expectSaved(page, "Password", /has been changed/);
    for (const label of ["Current password", "New password", "Confirm password"])
      await expect(field(page, "Password", label)).toHaveValue("");
    await page.reload();
    await expect(field(page, "Password", "Current password"), "this device stays signed in").toBeVisible();

    await signInElsewhere(request, { ...ada, password: NEW_PASSWORD });
  });
});

test.describe("sign-in methods", () => {
  test("a service is linked and unlinked, and the last sign-in method stays @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    const popup = await openPopup(page, "Link GitHub");
    await consentAs(popup, ada.email);
    await expectSaved(page, "Sign-in methods", "GitHub is linked.");
    await press(page, "Sign-in methods", "Remove Password");
    await expect(card(page, "Sign-in methods")).toContainText("no longer be able to sign in by email");
    await press(page, "Sign-in methods", "Remove");
    await expectSaved(page, "Sign-in methods", "Password is removed.");

    await expect(card(page, "Sign-in methods")).toContainText("This is your only way to sign in.");
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toHaveCount(0);

    // The service removes the address together with the password.
    await expect(card(page, "Password")).toContainText("A password needs an email address");
    await field(page, "Email", "New email").fill(ada.email);
    await press(page, "Email", "Add email");
    await field(page, "Password", "New password").fill(NEW_PASSWORD);
    await field(page, "Password", "Confirm password").fill(NEW_PASSWORD);
    await press(page, "Password", "Set password");
    await expectSaved(page, "Password", "Your password is set.");
    await press(page, "Sign-in methods", "Unlink GitHub");
    await expectSaved(page, "Sign-in methods", "GitHub is unlinked.");
  });

  test("another account's provider is refused with the reason", async ({ page, request }) => {
    const bob = newPerson("bob");
    await page.goto("/auth/signup");
    await consentAs(await openPopup(page, "Sign up with GitHub"), bob.email);
    await expect(page).toHaveURL("/dashboard");
    await signOut(page);
    await signedIn(page, request, newPerson(), SETTINGS);
    await consentAs(await openPopup(page, "Link GitHub"), bob.email);
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText(
      /belongs to another account/,
    );
  });
});
