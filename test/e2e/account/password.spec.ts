import { expect, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import {
  accountMenu,
  alert,
  callIdentity,
  confirmField,
  emailField,
  expectHydrated,
  fillSignIn,
  passwordField,
  signInLink,
} from "../support.ts";
import { expectAccessible, expectReadable, mailTo, pathOf, resetMessage } from "./support.ts";

const NEW_PASSWORD = "another-example-horse";
const TARGET = "/solutions?from=mail#solution2";

test("a user with a forgotten password finds the way beside its field, sets a new one through the mailed link, and signs in with it @cross-origin", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin?next=/settings/general");
  await expectHydrated(page, "main"); // before that, the link loads a new page, without the typed address
  await emailField(page).fill(ada.email);
  const beside = page.getByRole("link", { name: "Forgot it?" });
  const label = await page.locator("main label", { hasText: "Password" }).boundingBox();
  const place = await beside.boundingBox();
  const field = await page.locator("main [name=pass]").boundingBox();
  if (!label || !place || !field) throw new Error("The form has no password.");
  expect(place.x + place.width).toBeCloseTo(field.x + field.width, 0);
  expect(place.y).toBeLessThan(label.y);
  expect(place.y + place.height, "the link covers no part of the field").toBeLessThanOrEqual(field.y + 0.5);
  await page.locator("main [name=pass]").focus();
  await page.keyboard.press("Tab"); // "Show"
  await page.keyboard.press("Tab");
  await expect(beside).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Get a new password");
  await expect(page).toHaveURL("/auth/forgotpass?next=%2Fsettings%2Fgeneral");
  await expect(emailField(page), "the address is filled in").toHaveValue(ada.email);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByRole("status").getByText("Password reset email sent")).toBeVisible();
  await expectAccessible(page, "a mail was sent");

  const { actionLink } = await mailTo(request, ada.email, "PASSWORD_RESET");
  await page.goto(pathOf(actionLink));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await expect(page.getByText(`New password for ${ada.email}`)).toBeVisible();
  await expect(page, "the address no longer contains the code").toHaveURL("/auth/changepass");

  await page.reload();
  await expect(page.getByText(`New password for ${ada.email}`), "a reload keeps the code").toBeVisible();
  await passwordField(page).fill(NEW_PASSWORD);
  await confirmField(page).fill(NEW_PASSWORD);
  await expect(page.getByText("Strong")).toBeVisible();
  await expectAccessible(page, "a new password");
  await expectReadable(page, "a new password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
  await expectAccessible(page, "a changed password");
  expect(JSON.stringify(await page.evaluate(() => window.history.state))).not.toContain("oobCode");
  await page.reload();
  await expect(page.getByText("Your password has been changed")).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page, { ...ada, password: NEW_PASSWORD });
  await expect(page).toHaveURL("/dashboard");
});

test("the page of an unusable link reports the problem, and offers a new link for a reset", async ({
  page,
  request,
}) => {
  await page.goto("/auth/changepass");
  await expect(page.getByRole("link", { name: "Send a new link" })).toBeVisible();
  await expectAccessible(page, "without a code");
  const ada = await newAccount(request);
  const { actionLink, code } = await resetMessage(request, ada.email);
  await callIdentity(request, "resetPassword", { oobCode: code, newPassword: NEW_PASSWORD });
  await page.goto(pathOf(actionLink));
  await expect(alert(page)).toHaveText(/already used or is incomplete\. Request a new one/);
  await expectAccessible(page, "a used link");
  await page.getByRole("link", { name: "Send a new link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Get a new password");
  await page.goto("/firebase-action?mode=unknown");
  await expect(alert(page)).toBeVisible();
  await expectAccessible(page, "an unknown kind of link");
});

test("fields accept a paste and declare their purpose to keyboards and password managers", async ({
  page,
}) => {
  for (const [path, purposes] of [
    ["/auth/signin", ["current-password"]],
    ["/auth/signup", ["new-password", "new-password"]],
  ] as const) {
    await page.goto(path);
    await expectHydrated(page, "main");
    await expect(emailField(page)).toHaveAttribute("autocomplete", /^username/);
    await expect(emailField(page)).toHaveAttribute("enterkeyhint", "next");
    await expect(page.locator("main [type=password]").last()).toHaveAttribute("enterkeyhint", "go");
    await emailField(page).fill("example-correct-horse");
    await emailField(page).press("ControlOrMeta+a");
    await emailField(page).press("ControlOrMeta+c");
    const fields = page.locator("main input[type=password]");
    await expect(fields).toHaveCount(purposes.length);
    for (const [index, purpose] of purposes.entries()) {
      await expect(fields.nth(index)).toHaveAttribute("autocomplete", purpose);
      await fields.nth(index).press("ControlOrMeta+v");
      await expect(fields.nth(index)).toHaveValue("example-correct-horse");
    }
  }
});

test("each kind of authentication form has its own title, button and link, and is accessible idle and refused", async ({
  page,
}) => {
  test.slow(); // axe takes seconds
  const rows = [
    ["signup", "Get yourself an account", "Sign up", "Already have an account?", "signin"],
    ["signin", "Welcome back", "Sign in", "Forgot Password?", "forgotpass"],
    ["forgotpass", "Get a new password", "Reset password", "Remember it after all?", "signin"],
    ["unknown", "Get yourself an account", "Sign up", "Already have an account?", "signin"],
  ] as const;
  for (const [type, title, button, link, to] of rows) {
    await page.goto(`/auth/${type}?next=${encodeURIComponent(TARGET)}`);
    await expect(page).toHaveTitle(/^Login/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("button", { name: button, exact: true })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: link })).toHaveAttribute(
      "href",
      `/auth/${to}?next=${encodeURIComponent(TARGET)}`,
    );
    if (type === "unknown") continue; // the same page as that of a sign-up
    await expectAccessible(page, `${type}, idle`);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByText("Please enter an email address")).toBeVisible();
    await expectAccessible(page, `${type}, refused`);
    await expectReadable(page, `${type}, refused`);
  }
  await page.goto("/auth/signup");
  const agreement = page.getByText("Before you sign up");
  await expect(agreement.getByRole("link", { name: "Terms of Service" })).toHaveAttribute(
    "href",
    "/legal/terms-of-service",
  );
  await expect(agreement.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute(
    "href",
    "/legal/privacy-policy",
  );
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("a password reset by link ends the session in this browser too, and the page reports the sign-out", async ({
    page,
    customer,
    request,
    clock,
  }) => {
    // A reset revokes only the sessions of earlier seconds.
    await clock.advance(1_000);
    await page.goto(pathOf((await resetMessage(request, customer.email)).actionLink));
    await passwordField(page).fill(NEW_PASSWORD);
    await confirmField(page).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("You’ve been signed out on every device.")).toBeVisible();
    await expect(signInLink(page)).toBeVisible();
    await expect(accountMenu(page)).toHaveCount(0);
  });

  test("the pages for sign-in and sign-up redirect a signed-in user to the target", async ({ page }) => {
    for (const type of ["signin", "signup", "no-such-type"]) {
      await page.goto(`/auth/${type}?next=${encodeURIComponent(TARGET)}`);
      await expect(page).toHaveURL(TARGET);
    }
    await expect(accountMenu(page)).toBeVisible();
  });
});
