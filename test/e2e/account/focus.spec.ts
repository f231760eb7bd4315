import { expect, newPerson, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { alert, fillSignIn } from "../support.ts";
import { beginWithApp, codeField, confirm } from "./factors.ts";
import {
  card,
  codeForKey,
  expectSaved,
  field,
  fromScenario,
  proofOf,
  SETTINGS,
  wantsRecentSignIn,
} from "./support.ts";

test.describe("a page for keyboard users", () => {
  test.use({ signedInAs: "unverified" });

  test("the heading of a settings section takes the focus when the section's focused control disappears", async ({
    page,
  }) => {
    await page.goto(SETTINGS);
    const heading = card(page, "Password").getByRole("heading", { level: 2 });
    // The focused field disappears, like the form of a finished step.
    await field(page, "Password", "Current password").focus();
    await field(page, "Password", "Current password").evaluate((input) => input.closest("form")?.remove());
    await expect(heading).toBeFocused();
  });

  test.describe("with a second factor", () => {
    test.use({ signedInAs: "second factor" });

    test("canceling the removal of a second factor returns the focus to the Remove button", async ({
      page,
    }) => {
      await page.goto(SETTINGS);
      const factors = card(page, "Two-step verification");
      const remove = factors.getByRole("button", { name: /^Remove Authenticator app/ });
      await remove.click();
      await factors.getByRole("button", { name: "Keep it" }).click();
      await expect(remove).toBeFocused();
      await remove.click();
      await factors.getByRole("button", { name: "Remove", exact: true }).click();
      await expect(factors.getByText(/is removed\./)).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    });
  });
});

test.describe("a finished step keeps the focus in its section", () => {
  test.describe("with two sign-in methods", () => {
    test.use({ signedInAs: "password and google" });

    test("unlinking a provider keeps the focus in the section of the sign-in methods", async ({ page }) => {
      await page.goto(SETTINGS);
      const methods = card(page, "Sign-in methods");
      await methods.getByRole("button", { name: "Unlink Google" }).press("Enter");
      await expectSaved(page, "Sign-in methods", "Google is unlinked.");
      await expect(methods.locator(":focus")).toHaveCount(1);
    });

    test("a change of the email address after a re-authentication keeps the focus in the email section", async ({
      page,
      customer,
      failures,
    }) => {
      await page.goto(SETTINGS);
      await failures.add(wantsRecentSignIn("accounts:update"));
      await field(page, "Email", "New email").fill(newPerson().email);
      await field(page, "Email", "New email").press("Enter");
      await proofOf(page).getByLabel("Your password", { exact: true }).fill(customer.password);
      await page.keyboard.press("Enter");
      await expectSaved(page, "Email", /./);
      await expect(proofOf(page)).toHaveCount(0);
      await expect(card(page, "Email").locator(":focus")).toHaveCount(1);
    });
  });

  test.describe("with a verified address", () => {
    test.use({ signedInAs: "verified customer" });

    test("turning on the second factor keeps the focus in the section of two-step verification", async ({
      page,
    }) => {
      await page.goto(SETTINGS);
      const key = await beginWithApp(page);
      await codeField(page).fill(codeForKey(key));
      await page.keyboard.press("Enter");
      await expectSaved(page, "Two-step verification", /Two-step verification is on/);
      await expect(card(page, "Two-step verification").locator(":focus")).toHaveCount(1);
    });
  });
});

test("a failed sign-in shows an alert in view and leaves the focus on the button", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin");
  await fillSignIn(page, { ...ada, password: "example-wrong" });
  await expect(alert(page)).toBeVisible();
  await expect(alert(page)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeFocused();
});

test.describe("the second step of a sign-in", () => {
  test("the second step of a sign-in says where to find the code, selects a wrong code, and offers help for a lost device", async ({
    page,
    request,
  }) => {
    const ada = await fromScenario(request, "second factor");
    await page.goto("/auth/signin");
    await fillSignIn(page, ada);
    await expect(page.getByText("Enter the 6 digits that your authenticator app shows.")).toBeVisible();
    await codeField(page).fill("000000");
    await confirm(page).click();
    await expect(alert(page)).toBeVisible();
    await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(codeField(page)).toBeFocused();
    const selected = await codeField(page).evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) throw new Error("no input");
      return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
    });
    expect(selected).toBe("000000");
    await page.keyboard.type("1");
    await expect(codeField(page)).toHaveValue("1");
    await expect(codeField(page)).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Lost your device?")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).click();
    await expect(page).toHaveURL("/contact");
  });
});
