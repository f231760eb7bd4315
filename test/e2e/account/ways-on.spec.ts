import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { askToSignOut, signOut } from "../session.ts";
import { accountMenu, callIdentity } from "../support.ts";
import { card, expectAccessible, field, press, SETTINGS } from "./support.ts";

test.use({ signedInAs: "unverified" });

const signedOut = (page: Page) => page.getByRole("status").filter({ hasText: "You’re signed out." });

test.describe("the last way to sign in", () => {
  test("the last sign-in method cannot be removed, and the page says what to add first", async ({ page }) => {
    await page.goto(SETTINGS);
    const methods = card(page, "Sign-in methods");
    await expect(methods).toContainText(
      "This is your only way to sign in. To remove it, first add a passkey or link another service.",
    );
    await expect(methods.getByRole("button", { name: "Remove Password" })).toHaveCount(0);
    await expect(page.getByText("anyway")).toHaveCount(0);
    await expectAccessible(page, "the last way to sign in");
  });

  test("the last sign-in method cannot be removed, even if another device has just removed the other methods", async ({
    page,
    customer,
    request,
  }) => {
    const { email, session } = customer;
    const postBody = new URLSearchParams({
      id_token: JSON.stringify({ sub: `github-${email}`, email }),
      providerId: "github.com",
    }).toString();
    const linked = await callIdentity(request, "signInWithIdp", {
      idToken: session.idToken,
      postBody,
      requestUri: "http://localhost",
      returnSecureToken: true,
    });
    expect(linked.status(), await linked.text()).toBe(200);
    await page.goto(SETTINGS);
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toBeVisible();
    // The other device is slightly faster: it removes the password while this page requests the remaining methods.
    let act = () => {};
    const removal = new Promise<void>((resolve) => {
      act = resolve;
    }).then(async () => {
      const removed = await callIdentity(request, "update", {
        idToken: (await linked.json()).idToken,
        deleteProvider: ["password"],
      });
      expect(removed.status(), await removed.text()).toBe(200);
    });
    // The page may look up the account before the click too, so every lookup waits for the removal.
    await page.route(/accounts:lookup/, async (route) => {
      await removal;
      await route.continue();
    });
    await press(page, "Sign-in methods", "Unlink GitHub");
    act();
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText(
      "This is your only way to sign in.",
    );
  });
});

test.describe("next steps after an outcome", () => {
  test("the settings resend the verification mail of an unverified address", async ({ page, customer }) => {
    await page.goto(SETTINGS);
    await expect(card(page, "Email")).toContainText("not verified yet");
    await press(page, "Email", "Send again");
    await expect(card(page, "Email")).toContainText(`We’ve sent an email to ${customer.email}`);
    await expectAccessible(page, "sent again");
  });

  test("the sign-in page leads a user whose account was disabled to the contact page", async ({
    page,
    failures,
  }) => {
    await page.goto("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
    // The page's own calls must not get the refusal: they would end the session here, and a reload would hide the reason.
    await page.goto("about:blank");
    await failures.add({
      endpoint: ["accounts:lookup", "token"],
      fault: { kind: "error", word: "USER_DISABLED" },
    });
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).click();
    await expect(page).toHaveURL("/contact");
  });

  test("a sign-out from an account page is confirmed on a sign-in page without a return target", async ({
    page,
  }) => {
    await page.goto(SETTINGS);
    await signOut(page);
    await expect(page).toHaveURL("/auth/signin");
    await expect(signedOut(page)).toBeVisible();
    await expectAccessible(page, "signed out");
  });

  test("a sign-out on a public page is confirmed on that page", async ({ page }) => {
    await page.goto("/about");
    await askToSignOut(page);
    await expect(signedOut(page)).toBeVisible();
    await expect(page).toHaveURL("/about");
    await expectAccessible(page, "signed out on a public page");
    await page.getByRole("banner").getByRole("link", { name: "Solutions" }).click();
    await expect(page.getByText("You’re signed out.")).toHaveCount(0);
  });

  test("the delete button is red, and a deletion is confirmed on a sign-in page without a return target", async ({
    page,
    customer,
  }) => {
    await page.goto(SETTINGS);
    const button = page.getByRole("button", { name: "Delete my account" });
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgb(146, 38, 15)",
    );
    await field(page, "Delete account", `Type ${customer.email} to confirm`).fill(customer.email);
    await button.click();
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    await expect(page).toHaveURL("/auth/signin");
  });
});
