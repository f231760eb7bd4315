import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { accountMenu, alert, confirmField, emailField, expectHydrated, passwordField } from "../support.ts";
import { holdScripts } from "./early.ts";
import { consentAs, openPopup } from "./popups.ts";
import { expectAccessible } from "./support.ts";

const SIGN_IN = "/auth/signin";
const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const expectHeld = async (page: Page, name: string) => {
  await expect(button(page, name)).toHaveAttribute("data-held", "");
  await expect(button(page, name)).toHaveAttribute("aria-busy", "true");
};

/** Opens the page without its scripts and clicks; returns what releases them. */
const clickEarly = async (page: Page, name: string, path = SIGN_IN) => {
  const { release } = await holdScripts(page);
  await page.goto(path, { waitUntil: "commit" });
  await button(page, name).click();
  await expectHeld(page, name);
  return release;
};

test("an early click on a provider's button opens the provider's window once the page's script has loaded", async ({
  page,
}) => {
  const release = await clickEarly(page, "Sign in with Google");
  await expectAccessible(page, "a held click");
  // In forced colors a transparent border becomes visible, so the spinner omits one border. A closed ring would not
  // seem to turn.
  await page.emulateMedia({ forcedColors: "active" });
  const ring = button(page, "Sign in with Google").locator("span").first();
  expect(await ring.evaluate((mark) => getComputedStyle(mark, "::before").borderInlineEndStyle)).toBe("none");
  await page.emulateMedia({ forcedColors: null });
  const opened = page.waitForEvent("popup");
  release();
  const popup = await opened;
  await popup.getByRole("heading", { name: /pretend|Sign in with/ }).waitFor();
  await expect(button(page, "Sign in with Google")).not.toHaveAttribute("data-held");
  await consentAs(popup, newPerson().email);
  await expect(accountMenu(page)).toBeVisible();
});

test("the page asks for another click when the browser no longer counts an early click as a user's action", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userActivation", { value: { isActive: false } });
  });
  const release = await clickEarly(page, "Sign in with GitHub");
  release();
  const note = page.getByRole("main").getByRole("status").filter({ hasText: "Press the button again" });
  await expect(note).toBeInViewport();
  await expect(alert(page)).toHaveCount(0);
  await expect(button(page, "Sign in with GitHub")).toBeEnabled();
  await expectAccessible(page, "a late click");
  await openPopup(page, "Sign in with GitHub");
});

test("the page performs only the last early click, and a later submit replaces that click", async ({
  page,
  request,
  context,
}) => {
  const ada = await newAccount(request);
  const release = await clickEarly(page, "Sign in with Google");
  await button(page, "Sign in with GitHub").click();
  await expectHeld(page, "Sign in with GitHub");
  await expect(button(page, "Sign in with Google")).not.toHaveAttribute("aria-busy");
  await emailField(page).fill(ada.email);
  await passwordField(page).fill(ada.password);
  await passwordField(page).press("Enter");
  await expect(button(page, "Sign in with GitHub")).not.toHaveAttribute("aria-busy");
  release();
  await expect(page).toHaveURL("/dashboard");
  expect(context.pages()).toHaveLength(1);
});

test("an early click on the passkey button starts the prompt", async ({ page }) => {
  const release = await clickEarly(page, "Sign in with a passkey");
  const asked = page.waitForRequest(/passkeySignIn:start/);
  release();
  await asked;
});

test("an early click on the Show button shows the password, and the next one hides it", async ({ page }) => {
  const release = await clickEarly(page, "Show password");
  await passwordField(page).fill("  spaces stay  ");
  release();
  await expect(button(page, "Hide password")).toBeVisible();
  await expect(passwordField(page)).toHaveAttribute("type", "text");
  await expect(passwordField(page)).toHaveValue("  spaces stay  ");
  await button(page, "Hide password").click();
  await expect(passwordField(page)).toHaveAttribute("type", "password");
});

test("a press on Sign up reaches the button although the page hydrates during the press", async ({
  page,
}) => {
  const ada = newPerson();
  const { release } = await holdScripts(page);
  await page.goto("/auth/signup", { waitUntil: "commit" });
  await emailField(page).fill(ada.email);
  await passwordField(page).fill(ada.password);
  await confirmField(page).fill(ada.password);
  await button(page, "Sign up").hover();
  await page.mouse.down();
  release();
  await expectHydrated(page, "main");
  await expect(page.getByRole("main")).toContainText("Strong");
  await page.mouse.up();
  await expect(page).toHaveURL("/dashboard");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("an early tap opens the phone's menu, whose links work, before the script has loaded, and hydration keeps the menu open", async ({
    page,
  }) => {
    const { release } = await holdScripts(page);
    await page.goto("/about", { waitUntil: "commit" });
    const linkTo = (name: string) =>
      page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });
    const toggle = page.getByRole("button", { name: "Open menu" });
    await toggle.click();
    await linkTo("Solutions").click();
    await expect(page).toHaveURL("/solutions");
    await toggle.click();
    await expect(linkTo("About")).toBeVisible();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page, "a menu before hydration");
    await toggle.click();
    await expect(linkTo("About")).toBeHidden();
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await toggle.click();
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.dataset["shift"] = `${entry.duration}`;
      }).observe({ type: "layout-shift" });
    });
    release();
    await expect(page.getByRole("button", { name: "Close menu" })).toBeVisible();
    await expect(linkTo("About")).toBeVisible();
    await expect(page.locator("html"), "hydration closes the menu for no moment").not.toHaveAttribute(
      "data-shift",
    );
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("without JavaScript, the sign-in page offers no button that needs a script", async ({ page }) => {
    await page.goto(SIGN_IN);
    for (const name of ["Sign in with Google", "Sign in with a passkey", "Show password"]) {
      await expect(button(page, name)).toHaveCount(0);
    }
    await expect(page.getByText("or", { exact: true })).toBeHidden();
  });
});
