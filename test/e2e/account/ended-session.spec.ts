import type { Page } from "@playwright/test";
import type { WorldControl } from "../../../packages/local-services/src/fixtures/playwright.ts";
import { expect, test } from "../customer.ts";
import { askToSignOut, signOut } from "../session.ts";
import { accountMenu, fillSignIn } from "../support.ts";
import { card, expectAccessible, SETTINGS } from "./support.ts";

const name = (page: Page) => card(page, "Profile").getByLabel("Name", { exact: true });

/** The service's next responses about the session. */
const endSession = (failures: WorldControl["failures"], email: string) =>
  failures.add({
    endpoint: ["accounts:lookup", "token"],
    email,
    fault: { kind: "error", word: "USER_DISABLED" },
  });

const signedOut = (page: Page) => page.getByRole("status").filter({ hasText: "You’re signed out." });

test.describe("signed in", () => {
  test.use({ signedInAs: "unverified" });

  test("after a session ended, the sign-in page says why, and the next sign-in restores unsaved text", async ({
    page,
    customer,
    failures,
  }) => {
    // A failure of this page's own check would end the session here, and the reload would hide the message.
    const checked = page.waitForResponse(/accounts:lookup/);
    await page.goto(SETTINGS);
    await checked;
    await name(page).fill("Ada, not saved yet");
    await card(page, "Email").getByLabel("New email").fill("not.saved@example.com");
    await card(page, "Password").getByLabel("Current password", { exact: true }).fill("never kept 1");
    await card(page, "Password").getByLabel("New password", { exact: true }).fill("never kept 2");
    await endSession(failures, customer.email);
    await page.reload();
    await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral/);
    await expect(
      page.getByRole("status").filter({ hasText: /has been disabled.*Write to us/ }),
    ).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).toContain("not saved yet");
    expect(kept).not.toContain("never kept");

    await failures.clear();
    await fillSignIn(page, customer);
    await expect(page).toHaveURL(SETTINGS);
    await expect(name(page)).toHaveValue("Ada, not saved yet");
    await expect(card(page, "Email").getByLabel("New email")).toHaveValue("not.saved@example.com");
    await card(page, "Profile").getByRole("button", { name: "Save profile" }).click();
    await expect(card(page, "Profile").getByRole("status").filter({ hasText: "saved" })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Ada, not saved");
  });

  test("a page that reloads at the moment its session ends still says why the session ended", async ({
    page,
    customer,
    failures,
  }) => {
    await page.addInitScript(() => {
      const { fetch } = globalThis;
      const { transaction } = IDBDatabase.prototype;
      globalThis.fetch = async (...request) => {
        const response = await fetch(...request);
        if (response.status !== 400 || sessionStorage["reloaded"]) return response;
        IDBDatabase.prototype.transaction = function (...parameters) {
          if (parameters[1] !== "readwrite") return transaction.apply(this, parameters);
          sessionStorage["reloaded"] = "1";
          location.reload();
          // The page is gone before storage has the end of the session.
          throw new Error("closed");
        };
        return response;
      };
    });
    await endSession(failures, customer.email);
    await page.goto(SETTINGS);
    await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Fgeneral/);
    await expect(page.getByRole("status").filter({ hasText: /has been disabled/ })).toBeVisible();
    expect(await page.evaluate(() => sessionStorage["reloaded"])).toBe("1");
  });

  test("a sign-out from an account page is confirmed on a sign-in page without a return target, and going back shows no account page", async ({
    page,
  }) => {
    await page.goto("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
    await page.goto(SETTINGS);
    await signOut(page);
    await expect(page).toHaveURL("/auth/signin");
    await expect(signedOut(page)).toBeVisible();
    await expectAccessible(page, "signed out");
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await expect(accountMenu(page)).toHaveCount(0);
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
