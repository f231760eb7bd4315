import { expect, newPerson, test } from "../fixtures.ts";
import { alert, confirmField, emailField, passwordField, signInUnder } from "../support.ts";

const REQUEST_TIMEOUT_MS = 30_000;

test("a sign-in to a server that never answers keeps the button disabled, and fails after 30 seconds", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await page.clock.install();
  await signInUnder(page, request, ada, { fault: { kind: "hang" } });
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toBeDisabled();
  await page.clock.fastForward(REQUEST_TIMEOUT_MS + 1_000);
  await expect(alert(page)).toHaveText(/took too long/);
  await expect(button).toBeEnabled();
  await expect(emailField(page)).toHaveValue(ada.email);
  await expect(passwordField(page)).toHaveValue(ada.password);
});

test("the sign-up form reports each empty field, focuses the first one, and removes a message once its field is corrected", async ({
  page,
}) => {
  await page.goto("/auth/signup");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page.getByText("Please enter an email address")).toBeVisible();
  await expect(page.getByText("Please enter a password", { exact: true })).toBeVisible();
  await expect(page.getByText("Please enter your password again")).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAttribute("aria-invalid", "true");

  await emailField(page).fill("ada@example.com");
  await expect(page.getByText("Please enter an email address")).toHaveCount(0);
  await passwordField(page).fill("example-one");
  await confirmField(page).fill("example-two");
  await expect(page.getByText("This doesn't match your password")).toBeVisible();
  await confirmField(page).fill("example-one");
  await expect(page.getByText("This doesn't match your password")).toHaveCount(0);
});
