import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { askToSignOut, signOut } from "../session.ts";
import { callIdentity } from "../support.ts";
import { card, expectAccessible, press, SETTINGS } from "./support.ts";

test.use({ signedInAs: "unverified" });

const signedOut = (page: Page) => page.getByRole("status").filter({ hasText: "You’re signed out." });

test.describe("the last way to sign in", () => {
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
});
