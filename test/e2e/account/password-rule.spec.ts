import { expect, newPerson, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { alert, confirmField, fillSignIn, fillSignUp, passwordField } from "../support.ts";
import { expectAccessible, field, pathOf, resetMessage, SETTINGS } from "./support.ts";

const RULE = "At least 10 characters, with a number.";

test("every form for a new password shows the project's rule, and marks the field of a refused password", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await request.patch("/__local/settings", {
    data: {
      passwordPolicy: { enforcementState: "ENFORCE", minPasswordLength: 10, containsNumericCharacter: true },
    },
  });
  await page.goto("/auth/signup");
  await expect(passwordField(page)).toHaveAccessibleDescription(RULE);
  await fillSignUp(page, { ...newPerson(), password: "example-correct-horse" });
  await expect(alert(page)).toContainText("doesn’t have everything it needs");
  await expect(passwordField(page)).toHaveAttribute("aria-invalid", "true");
  await expect(passwordField(page)).toBeFocused();
  await expectAccessible(page, "a password against the rule");
  await passwordField(page).fill("example-correct-horse-1");
  await expect(alert(page)).toHaveCount(0);

  await page.goto(pathOf((await resetMessage(request, ada.email)).actionLink));
  await expect(passwordField(page)).toHaveAccessibleDescription(RULE);
  await passwordField(page).fill("example-correct-horse-1");
  await confirmField(page).fill("example-correct-horse-1");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed")).toBeVisible();

  await page.goto(`/auth/signin?next=${SETTINGS}`);
  await expect(passwordField(page)).not.toHaveAccessibleDescription(/characters/);
  await fillSignIn(page, { ...ada, password: "example-correct-horse-1" });
  await expect(field(page, "Password", "New password")).toHaveAccessibleDescription(RULE);
});

test("a form for a new password shows the service's minimum length if the project's policy cannot be read", async ({
  page,
}) => {
  await page.route(/\/v2\/passwordPolicy/, (route) => route.abort());
  const asked = page.waitForRequest(/\/v2\/passwordPolicy/);
  await page.goto("/auth/signup");
  await asked;
  await expect(passwordField(page)).toHaveAccessibleDescription("At least 6 characters.");
});
