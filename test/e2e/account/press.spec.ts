import type { Locator, Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { contact, fillContact } from "../public/support.ts";
import { newAccount } from "../session.ts";
import { confirmField, emailField, expectHydrated, passwordField } from "../support.ts";

// What a field shows or hides when it loses the focus moves the button below it, and the press on that button takes
// the focus. A mouse that is released beside the button that it pressed makes no click.

/** Presses and releases near one edge, without moving the pointer in between. */
const pressAtEdge = async (page: Page, button: Locator, edge: "top" | "bottom") => {
  const { height } = (await button.boundingBox()) ?? { height: 0 };
  await button.hover({ position: { x: 20, y: edge === "top" ? 4 : height - 4 } });
  await page.mouse.down();
  // Two frames: what the lost focus changes would be on the page by now.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
};
const turnOnCapsLock = (page: Page) =>
  passwordField(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true })),
  );

/** The form asks about a mistyped address, so the code that shows the question has loaded. */
const expectQuestion = async (page: Page, email: Locator, elsewhere: Locator) => {
  await expect(async () => {
    await email.fill("grace@gmial.com");
    await elsewhere.focus();
    await expect(page.getByText("Did you mean")).toBeVisible({ timeout: 1_000 });
  }).toPass();
};

test("a press on Sign in works although the Caps Lock message above the button disappears when the field loses the focus", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin");
  await expectHydrated(page, "main");
  const message = page.getByText("Caps Lock is on.");
  for (const leave of [
    () => page.getByRole("heading", { level: 1 }).click(),
    () => passwordField(page).blur(),
  ]) {
    await passwordField(page).focus();
    await turnOnCapsLock(page);
    await expect(message).toBeVisible();
    await leave();
    await expect(message).toHaveCount(0);
  }
  await emailField(page).fill(ada.email);
  await passwordField(page).fill(ada.password);
  await turnOnCapsLock(page);
  await expect(message).toBeVisible();
  await pressAtEdge(
    page,
    page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }),
    "bottom",
  );
  await expect(page).toHaveURL("/dashboard");
});

test("a press on Sign up works although a question about the address appears above the button", async ({
  page,
}) => {
  const { email, password } = newPerson();
  await page.goto("/auth/signup");
  await expectHydrated(page, "main");
  await passwordField(page).fill(password);
  await confirmField(page).fill(password);
  await expectQuestion(page, emailField(page), passwordField(page));
  await emailField(page).fill(email.replace(/@.*/, "@gmial.com"));
  await pressAtEdge(
    page,
    page.getByRole("main").getByRole("button", { name: "Sign up", exact: true }),
    "top",
  );
  await expect(page).toHaveURL("/dashboard");
});

test("a press on Send works although a question about the address appears above the button", async ({
  page,
}) => {
  await page.goto("/contact");
  await expectHydrated(page, "main");
  await fillContact(page);
  await expectQuestion(page, contact(page).email, contact(page).message);
  await contact(page).email.fill("ada@gmial.com");
  await pressAtEdge(page, contact(page).send, "top");
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
});
