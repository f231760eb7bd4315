import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { card, codeForKey, mailTo } from "./support.ts";

/** Second factors, in the settings and at a sign-in. */
export const codeField = (page: Page) => page.getByRole("main").getByLabel(/^Code/);
export const confirm = (page: Page) => page.getByRole("button", { name: "Confirm", exact: true });

/** A phone number that only one test uses. */
let numbers = 0;
export const somePhone = () =>
  `+1555${String(Date.now()).slice(-5)}${String(process.pid % 10)}${String(numbers++).padStart(2, "0")}`;

/** Completes an enrollment with the first code. */
const turnOn = async (page: Page, code: string) => {
  await codeField(page).fill(code);
  await card(page, "Two-step verification").getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("status").filter({ hasText: /Two-step verification is on/ })).toBeVisible();
};

/** Starts to set up an authenticator app; returns the shown key. */
export const beginWithApp = async (page: Page): Promise<string> => {
  const factors = card(page, "Two-step verification");
  await factors.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(factors.getByRole("img", { name: /QR code/ })).toBeVisible();
  return factors.locator("code").innerText();
};
export const enrollApp = async (page: Page) => turnOn(page, codeForKey(await beginWithApp(page)));

export const enrollPhone = async (page: Page, request: APIRequestContext, phone: string) => {
  const factors = card(page, "Two-step verification");
  await factors.getByLabel("Phone number").fill(phone);
  await factors.getByRole("button", { name: "Send a code to this number" }).click();
  await expect(factors.getByText(`We’ve sent a text message to ${phone}`)).toBeVisible();
  await turnOn(page, (await mailTo(request, phone, "SMS_CODE")).code);
};
