import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newsletter } from "../public/support.ts";
import { askToSignOut, signedIn, signOut } from "../session.ts";
import {
  accountMenu,
  alert,
  callIdentity,
  confirmField,
  createAccount,
  emailField,
  failFor,
  fillSignIn,
  passwordField,
} from "../support.ts";
import { codeField, confirm } from "./factors.ts";
import {
  card,
  expectAccessible,
  expectSaved,
  field,
  fromScenario,
  press,
  SETTINGS,
  signInElsewhere,
} from "./support.ts";

const toggle = (page: Page) => page.getByRole("banner").getByRole("button", { name: /menu$/ });
const panelLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true });

test.describe("the mobile menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("stays closed on the way back, and closes when the link to the current page is tapped", async ({
    page,
  }) => {
    await page.goto("/about");
    await expect(newsletter(page).footer.locator("form[data-hold]")).toHaveCount(0);
    await toggle(page).click();
    await page.getByRole("banner").getByRole("link", { name: "Tallybin" }).click();
    await expect(page).toHaveURL("/");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Built for impact.");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await toggle(page).click();
    await panelLink(page, "About").click();
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
  });
});

test.describe("the last way to sign in", () => {
  test("stays, and the page says what to add first", async ({ page, request }) => {
    await signedIn(page, request, newPerson(), SETTINGS);
    const methods = card(page, "Sign-in methods");
    await expect(methods).toContainText(
      "This is your only way to sign in. To remove it, first add a passkey or link another service.",
    );
    await expect(methods.getByRole("button", { name: "Remove Password" })).toHaveCount(0);
    await expect(page.getByText("anyway")).toHaveCount(0);
    await expectAccessible(page, "the last way to sign in");
  });

  test("stays even if another device has removed the others meanwhile", async ({ page, request }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    const { idToken } = await signInElsewhere(request, ada);
    const postBody = new URLSearchParams({
      id_token: JSON.stringify({ sub: `github-${ada.email}`, email: ada.email }),
      providerId: "github.com",
    }).toString();
    const linked = await callIdentity(request, "signInWithIdp", {
      idToken,
      postBody,
      requestUri: "http://localhost",
      returnSecureToken: true,
    });
    expect(linked.status(), await linked.text()).toBe(200);
    await page.reload();
    await expect(card(page, "Sign-in methods").getByRole("button", { name: "Unlink GitHub" })).toBeVisible();
    // The other device is slightly faster: it removes the password while this page requests the remaining methods.
    await page.route(
      /accounts:lookup/,
      async (route) => {
        const removed = await callIdentity(request, "update", {
          idToken: (await linked.json()).idToken,
          deleteProvider: ["password"],
        });
        expect(removed.status(), await removed.text()).toBe(200);
        await route.continue();
      },
      { times: 1 },
    );
    await press(page, "Sign-in methods", "Unlink GitHub");
    await expect(card(page, "Sign-in methods").getByRole("alert")).toContainText(
      "This is your only way to sign in.",
    );
  });
});

test.describe("a page for keyboard users", () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

  test("keeps the focus in its section when a control disappears", async ({ page, request }) => {
    await signedIn(page, request, newPerson(), SETTINGS);
    const heading = card(page, "Password").getByRole("heading", { level: 2 });
    // The focused field disappears, like the form of a finished step.
    await field(page, "Password", "Current password").focus();
    await field(page, "Password", "Current password").evaluate((input) => input.closest("form")?.remove());
    await expect(heading).toBeFocused();
  });

  test("returns the focus to the button that asked", async ({ page, request }) => {
    const ada = await fromScenario(request, "second factor");
    await page.goto(`/auth/signin?next=${SETTINGS}`);
    await fillSignIn(page, ada);
    const { code } = await (await request.get("/__local/totp", { params: { email: ada.email } })).json();
    await codeField(page).fill(code);
    await confirm(page).click();
    const factors = card(page, "Two-step verification");
    const remove = factors.getByRole("button", { name: /^Remove Authenticator app/ });
    await remove.click();
    await factors.getByRole("button", { name: "Keep it" }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await factors.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(factors.getByText(/is removed\./)).toBeVisible();
    expect(await focused(page)).not.toBe("BODY");
  });

  test("moves the focus to the page that the account menu opens, and has the menu in a landmark", async ({
    page,
    request,
  }) => {
    await signedIn(page, request, newPerson());
    await accountMenu(page).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
    await expectAccessible(page, "account menu");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(SETTINGS);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("announces a failure once: the message is live, and the focus stays", async ({ page, request }) => {
    const ada = newPerson();
    await createAccount(request, ada);
    await page.goto("/auth/signin");
    await fillSignIn(page, { ...ada, password: "example-wrong" });
    await expect(alert(page)).toBeVisible();
    await expect(alert(page)).toBeInViewport();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeFocused();
  });
});

test.describe("the second step of a sign-in", () => {
  test("says where the code is, selects a wrong one, and helps with a lost device", async ({
    page,
    request,
  }) => {
    const ada = await fromScenario(request, "second factor");
    await page.goto("/auth/signin");
    await fillSignIn(page, ada);
    await expect(page.getByText("Open your authenticator app and enter the 6-digit code.")).toBeVisible();
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
    await expectAccessible(page, "a wrong code");
    await page.keyboard.type("1");
    await expect(codeField(page)).toHaveValue("1");
    await expect(codeField(page)).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Lost your device?")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).click();
    await expect(page).toHaveURL("/contact");
  });
});

test.describe("messages", () => {
  test("of a save disappear when the next attempt is refused", async ({ page, request }) => {
    await signedIn(page, request, newPerson(), SETTINGS);
    await field(page, "Profile", "Name").fill("Ada");
    await press(page, "Profile", "Save profile");
    await expectSaved(page, "Profile", "Your profile is saved.");
    await field(page, "Profile", "Picture address").fill("no address");
    await press(page, "Profile", "Save profile");
    await expect(card(page, "Profile")).toContainText("a full address that starts with https://");
    await expect(card(page, "Profile").getByText("Your profile is saved.")).toHaveCount(0);
  });

  test("of the service also appear at their field, and disappear when it is corrected", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await createAccount(request, ada);
    await page.goto("/auth/signup");
    await expect(passwordField(page)).toHaveAccessibleDescription(/At least 6 characters\./);
    await emailField(page).fill(newPerson().email);
    await passwordField(page).fill("abc");
    await confirmField(page).fill("abc");
    await page.getByRole("button", { name: "Sign up", exact: true }).click();
    await expect(alert(page)).toContainText(/too weak/);
    await expect(passwordField(page)).toHaveAccessibleDescription(/too weak/);
    await expect(passwordField(page)).toBeFocused();
    await expectAccessible(page, "a weak password");
    await passwordField(page).fill(ada.password);
    await expect(alert(page)).toHaveCount(0);
    await expect(passwordField(page)).not.toHaveAccessibleDescription(/too weak/);

    await emailField(page).fill(ada.email);
    await confirmField(page).fill(ada.password);
    await page.getByRole("button", { name: "Sign up", exact: true }).click();
    await expect(emailField(page)).toHaveAccessibleDescription(/already exists/);

    await signedIn(page, request, newPerson(), SETTINGS);
    await expect(field(page, "Password", "New password")).toHaveAccessibleDescription(
      /At least 6 characters\./,
    );
    await field(page, "Password", "Current password").fill("example-wrong");
    await field(page, "Password", "New password").fill("another-example-horse");
    await field(page, "Password", "Confirm password").fill("another-example-horse");
    await press(page, "Password", "Change password");
    await expect(card(page, "Password").getByRole("alert")).toHaveText("That’s not your current password.");
    await expect(field(page, "Password", "Current password")).toHaveAccessibleDescription(
      "That’s not your current password.",
    );
    await field(page, "Password", "Current password").press("End");
    await field(page, "Password", "Current password").press("Backspace");
    await expect(card(page, "Password").getByRole("alert")).toHaveCount(0);
  });
});

test.describe("ways on", () => {
  test("an unverified address gets its message again from the settings", async ({ page, request }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    await expect(card(page, "Email")).toContainText("not verified yet");
    await press(page, "Email", "Send again");
    await expect(card(page, "Email")).toContainText(`We’ve sent an email to ${ada.email}`);
    await expectAccessible(page, "sent again");
  });

  test("a disabled account is sent to the contact page, even after an involuntary sign-out", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signedIn(page, request, ada);
    await failFor(request, {
      endpoint: ["accounts:lookup", "token"],
      email: ada.email,
      fault: { kind: "error", word: "USER_DISABLED" },
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await page.getByRole("main").getByRole("link", { name: "Write to us" }).click();
    await expect(page).toHaveURL("/contact");
  });

  test("a sign-out is confirmed and forgets its page, on account pages and on public ones", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    await signOut(page);
    await expect(page).toHaveURL("/auth/signin");
    await expect(page.getByRole("status").filter({ hasText: "You’re signed out." })).toBeVisible();
    await expectAccessible(page, "signed out");
    await signedIn(page, request, newPerson(), "/about");
    await askToSignOut(page);
    await expect(page.getByRole("status").filter({ hasText: "You’re signed out." })).toBeVisible();
    await expect(page).toHaveURL("/about");
    await expectAccessible(page, "signed out on a public page");
    await page.getByRole("banner").getByRole("link", { name: "Solutions" }).click();
    await expect(page.getByText("You’re signed out.")).toHaveCount(0);
  });

  test("a deletion is confirmed and forgets its page, and its button looks destructive", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await signedIn(page, request, ada, SETTINGS);
    const button = page.getByRole("button", { name: "Delete my account" });
    expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgb(179, 47, 18)",
    );
    await field(page, "Delete account", `Type ${ada.email} to confirm`).fill(ada.email);
    await button.click();
    await expect(page.getByText("Your account has been deleted.")).toBeVisible();
    await expect(page).toHaveURL("/auth/signin");
  });

  test("an unreachable page is reported where the visitor is looking", async ({ page, context }) => {
    await page.goto("/legal/privacy-policy", { waitUntil: "networkidle" });
    await context.setOffline(true);
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    const message = page.getByRole("status").filter({ hasText: "couldn’t be opened" });
    await expect(message).toBeInViewport();
    await expect(page).toHaveURL("/legal/privacy-policy");
    await expectAccessible(page, "out of reach");
    await context.setOffline(false);
  });

  test("the header of a signed-in user stays on one row at 320 px", async ({ page, request }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await signedIn(page, request, newPerson());
    const height = await page.getByRole("banner").evaluate((header) => header.getBoundingClientRect().height);
    expect(height).toBeLessThanOrEqual(74);
  });
});

test.describe("fields", () => {
  test("tell keyboards, password managers and the browser their purpose", async ({ page }) => {
    await page.goto("/auth/signup");
    await expect(emailField(page)).toHaveAttribute("autocomplete", "username");
    await expect(emailField(page)).toHaveAttribute("enterkeyhint", "next");
    await expect(confirmField(page)).toHaveAttribute("enterkeyhint", "go");
    await page.goto("/auth/signin");
    await expect(passwordField(page)).toHaveAttribute("enterkeyhint", "go");
    await expect(emailField(page)).toBeFocused();
    await page.goto("/about");
    await page.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
    await expect(emailField(page)).toBeFocused();
  });

  test.describe("on a phone", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    test("do not open its keyboard by themselves", async ({ page }) => {
      await page.goto("/auth/signin");
      await expect(page.locator("main form[data-hold]")).toHaveCount(0);
      await expect(emailField(page)).not.toBeFocused();
    });
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("an unknown page shows its path", async ({ page }) => {
    await page.goto("/no/such-page%20%3Cb%3E&amp;");
    await expect(page.getByRole("main")).toContainText("The page /no/such-page <b>&amp; could not be found.");
  });
});

test("the path of an unknown page is the same before and after its script runs", async ({ page }) => {
  for (const path of ["/no/%E2%82%AC%0D%00", "/no/%zz", `/${"x".repeat(400)}`, "/no/%26lt;/"]) {
    await page.goto(path);
    await expect(page.locator("form[data-hold]")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
});

for (const { width, height } of [
  { width: 320, height: 600 },
  { width: 1280, height: 800 },
])
  test(`the local badge covers no control at ${width} px at any scroll position`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of ["/auth/signin", "/contact", "/"]) {
      await page.goto(path);
      await expect(page.getByRole("complementary", { name: "Local services" })).toBeAttached();
      const covered = await page.evaluate(async () => {
        const badge = document.querySelector('[aria-label="Local services"]');
        const found: string[] = [];
        for (let top = 0; top <= document.documentElement.scrollHeight; top += 40) {
          window.scrollTo({ top, behavior: "instant" });
          const area = badge?.getBoundingClientRect();
          if (!area) return ["no badge"];
          for (const control of document.querySelectorAll("a, button, input, textarea")) {
            if (badge?.contains(control)) continue;
            const box = control.getBoundingClientRect();
            const isApart =
              box.width === 0 ||
              box.right <= area.left ||
              box.left >= area.right ||
              box.bottom <= area.top ||
              box.top >= area.bottom;
            if (!isApart && getComputedStyle(control).visibility !== "hidden")
              found.push(control.textContent ?? "");
          }
        }
        return [...new Set(found)];
      });
      expect(covered, path).toEqual([]);
    }
  });
