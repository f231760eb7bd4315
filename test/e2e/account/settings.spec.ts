import type { Page } from "@playwright/test";
import { expect, somebody, test } from "../fixtures.ts";
import { signedIn, signOut } from "../session.ts";
import { createAccount, failFor } from "../support.ts";
import { consentAs, openPopup } from "./popups.ts";
import {
  card,
  expectSaved,
  field,
  mailTo,
  pathOf,
  press,
  proofOf,
  proveByPassword,
  SETTINGS,
  signInElsewhere,
  wantRecentSignIn,
} from "./support.ts";

const NEW_PASSWORD = "another-example-horse";

test.describe("profile", () => {
  test("name and picture are saved by themselves and seen in every tab @cross-origin", async ({
    page,
    context,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
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

  test("a picture that cannot be shown is said beside the field, and one that is no address is refused", async ({
    page,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    await field(page, "Profile", "Picture address").fill("https://pictures.example.com/ada.png");
    await expect(card(page, "Profile")).toContainText("your initials are shown instead");
    await field(page, "Profile", "Picture address").fill("javascript:alert(1)");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that begins with https://");
    await expect(field(page, "Profile", "Picture address")).toBeFocused();
  });

  test("a failure keeps what was typed, and the next attempt saves it", async ({ page, request }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await failFor(request, {
      endpoint: "accounts:update",
      email: ada.email,
      times: 1,
      fault: { kind: "status", status: 503 },
    });
    await field(page, "Profile", "Name").fill("Ada Example");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile").getByRole("alert")).toBeVisible();
    await expect(field(page, "Profile", "Name")).toHaveValue("Ada Example");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await expect(card(page, "Profile").getByRole("alert")).toHaveCount(0);
  });
});

test.describe("email", () => {
  test("a new address is changed, and a message verifies it", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await expectSaved(page, "Email", new RegExp(`(Your address is now|We have sent a message to) ${next}`));
    await expect(field(page, "Email", "New email")).toHaveValue("");
  });

  test("a project that protects addresses has the new one confirmed first", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await failFor(request, {
      endpoint: "accounts:update",
      email: next,
      times: 1,
      fault: { kind: "error", word: "OPERATION_NOT_ALLOWED" },
    });
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await expectSaved(
      page,
      "Email",
      `We have sent a message to ${next}. Your address changes once you open the link in it.`,
    );
    const { actionLink } = await mailTo(request, next, "VERIFY_AND_CHANGE_EMAIL");
    await page.goto(pathOf(actionLink));
    await expect(page.getByRole("main")).toContainText(`Your email address is now ${next}`);
  });

  test("the same address, no address and a taken one are each pointed out", async ({ page, request }) => {
    const ada = somebody();
    const bob = somebody("bob");
    await createAccount(request, bob);
    await signedIn(page, request, ada, SETTINGS);
    await press(page, "Email", "Change email");
    await expect(card(page, "Email")).toContainText("Please enter an email address");
    await field(page, "Email", "New email").fill(ada.email);
    await expect(card(page, "Email")).toContainText("This is your address already");
    await field(page, "Email", "New email").fill(bob.email);
    await press(page, "Email", "Change email");
    await expect(card(page, "Email").getByRole("alert")).toContainText(
      "Another account has this email address",
    );
    await expect(field(page, "Email", "New email")).toHaveValue(bob.email);
  });

  test("a session that is too old is renewed in place, and the change goes on", async ({ page, request }) => {
    const ada = somebody();
    const next = somebody("ada.new").email;
    await signedIn(page, request, ada, SETTINGS);
    await wantRecentSignIn(request, next, "accounts:update");
    await field(page, "Email", "New email").fill(next);
    await press(page, "Email", "Change email");
    await expect(proofOf(page).getByLabel("Your password", { exact: true })).toBeFocused();
    await proveByPassword(page, "example-wrong");
    await expect(proofOf(page).getByRole("alert")).toHaveText("That is not your current password.");
    await proveByPassword(page, ada.password);
    await expectSaved(page, "Email", next);
    await expect(proofOf(page)).toHaveCount(0);
  });
});

test.describe("password", () => {
  const fill = async (page: Page, current: string, next: string) => {
    await field(page, "Password", "Current password").fill(current);
    await field(page, "Password", "New password").fill(next);
    await field(page, "Password", "Confirm password").fill(next);
    await press(page, "Password", "Change password");
  };

  test("changing it signs other devices out, says so, and is what signs in from then on @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = somebody();
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

  test("a wrong current password and a weak new one are said, and nothing is lost", async ({
    page,
    request,
  }) => {
    const ada = somebody();
    await signedIn(page, request, ada, SETTINGS);
    await fill(page, "example-wrong", NEW_PASSWORD);
    await expect(card(page, "Password").getByRole("alert")).toHaveText("That is not your current password.");
    await expect(field(page, "Password", "New password")).toHaveValue(NEW_PASSWORD);
    await fill(page, ada.password, "abc");
    await expect(card(page, "Password").getByRole("alert")).toContainText(/too weak/);
  });

  test("empty and unequal fields are named under the field", async ({ page, request }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    await press(page, "Password", "Change password");
    await expect(card(page, "Password").getByText("Please enter a password")).toHaveCount(2);
    await expect(field(page, "Password", "Current password")).toBeFocused();
    await field(page, "Password", "New password").fill("one");
    await field(page, "Password", "Confirm password").fill("two");
    await expect(card(page, "Password")).toContainText("This doesn't match your password");
  });
});

test.describe("sign-in methods", () => {
  test("a service is linked and unlinked, and the last way to sign in stays @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = somebody();
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

    // The service takes the address away together with the password.
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

  test("somebody else's sign-in is refused with the reason", async ({ page, request }) => {
    const bob = somebody("bob");
    await page.goto("/auth/signup");
    await consentAs(await openPopup(page, "Sign up with GitHub"), bob.email);
    await expect(page).toHaveURL("/dashboard");
    await signOut(page);
    await signedIn(page, request, somebody(), SETTINGS);
    await consentAs(await openPopup(page, "Link GitHub"), bob.email);
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText(
      /belongs to another account/,
    );
  });

  test("a link that is called off, denied or failed leaves everything as it was", async ({
    page,
    request,
  }) => {
    await signedIn(page, request, somebody(), SETTINGS);
    const popup = await openPopup(page, "Link Google");
    const closed = popup.waitForEvent("close");
    await press(page, "Sign-in methods", "Cancel");
    await closed;
    await expect(card(page, "Sign-in methods").getByRole("alert")).toHaveCount(0);
    const second = await openPopup(page, "Link Google");
    await second.getByRole("button", { name: "Deny" }).click();
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText("consent");
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Link Google" })).toBeEnabled();
  });
});
