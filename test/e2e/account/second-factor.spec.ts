import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { signOut } from "../session.ts";
import { alert, failFor, fillSignIn, hold, type Person } from "../support.ts";
import { beginWithApp, codeField, confirm, enrollApp, enrollPhone, somePhone } from "./factors.ts";
import {
  appCode,
  card,
  expectAccessible,
  expectReadable,
  fromScenario,
  mailTo,
  pathOf,
  SETTINGS,
} from "./support.ts";

/** Signs in with the password, after which the page asks for the second factor. */
const takeFirstStep = async (page: Page, person: Person, next = "") => {
  await page.goto(`/auth/signin${next && `?next=${next}`}`);
  await fillSignIn(page, person);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
};

test.describe("in the settings", () => {
  test.use({ signedInAs: "verified customer" });

  test("a user sets up an authenticator app, needs its code at the next sign-in, and removes the app @cross-origin-nightly", async ({
    page,
    customer,
    request,
  }) => {
    await page.goto(SETTINGS);
    await enrollApp(page);
    const factors = card(page, "Two-step verification");
    await expect(factors.locator(":focus"), "a finished step keeps the focus").toHaveCount(1);
    await expect(factors).toContainText("Authenticator app (My phone)");
    await expectAccessible(page, "a second factor is set up");

    await signOut(page);
    await takeFirstStep(page, customer, SETTINGS);
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute("autocomplete", "one-time-code");
    await expect(page.getByText("Enter the 6 digits that your authenticator app shows.")).toBeVisible();
    await codeField(page).fill("000000");
    await confirm(page).click();
    await expect(alert(page)).toHaveText(/Incorrect code/);
    await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type("1"); // the wrong code is selected
    await expect(codeField(page)).toHaveValue("1");
    await expect(codeField(page)).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Lost your device?")).toBeVisible();
    await expectAccessible(page, "a wrong code");
    await expectReadable(page, "a wrong code");
    await codeField(page).fill(await appCode(request, customer.email));
    await confirm(page).click();
    await expect(page).toHaveURL(SETTINGS);

    const remove = factors.getByRole("button", { name: /^Remove Authenticator app/ });
    await remove.click();
    await expect(factors.getByRole("button", { name: "Keep it" })).toBeFocused();
    await factors.getByRole("button", { name: "Keep it" }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await factors.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(factors.getByText(/is removed\./)).toBeVisible();
    await expect(page.locator("main :focus")).toHaveCount(1);
    await expect(factors.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
  });

  for (const isMobile of [false, true])
    test.describe(isMobile ? "on a phone" : "on a desktop", () => {
      test.use({ isMobile, hasTouch: isMobile, viewport: { width: isMobile ? 320 : 1280, height: 720 } });

      test(`an app on this device gets the key through a link ${isMobile ? "before" : "after"} the QR code or through the clipboard, and a wrong first code leaves the key`, async ({
        page,
        context,
        customer,
      }) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        await page.goto(SETTINGS);
        const shown = await beginWithApp(page);
        if (isMobile) {
          await expectAccessible(page, "the key is shown");
          await expectReadable(page, "the key is shown");
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
        }
        const opener = page.getByRole("link", { name: "Open your authenticator app" });
        const code = await page.getByRole("img", { name: /QR code/ }).boundingBox();
        const place = await opener.boundingBox();
        if (!code || !place) throw new Error("The code or the link is missing.");
        expect(place.y < code.y).toBe(isMobile);
        const key = shown.replace(/\s/g, "");
        const link = new URL((await opener.getAttribute("href")) ?? "");
        expect(link.protocol).toBe("otpauth:");
        expect(link.searchParams.get("secret")).toBe(key);
        expect(decodeURIComponent(link.pathname)).toContain(customer.email);
        const factors = card(page, "Two-step verification");
        await factors.getByRole("button", { name: "Copy the key" }).click();
        await expect(factors.getByText("Copied.")).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

        await codeField(page).fill("000000");
        await factors.getByRole("button", { name: "Turn on" }).click();
        await expect(factors.getByText(/Incorrect code/)).toBeVisible();
        await expect(codeField(page)).toBeFocused();
        await expect(factors.locator("code")).toHaveText(shown);
        await factors.getByRole("button", { name: "Cancel" }).click();
        await expect(factors.getByRole("button", { name: "Set up an authenticator app" })).toBeVisible();
      });
    });

  test("the mailed link about a new second factor removes that factor, and the page advises a new password", async ({
    page,
    customer,
    request,
  }) => {
    await page.goto(SETTINGS);
    await enrollApp(page);
    await signOut(page);

    const { actionLink } = await mailTo(request, customer.email, "REVERT_SECOND_FACTOR_ADDITION");
    await page.goto(pathOf(actionLink));
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page.getByRole("main")).toContainText(
      /has been removed from your account\..*Choose a new one/,
    );
    expect(new URL(page.url()).search).not.toContain("oobCode");

    await page.goto(`/auth/signin?next=${SETTINGS}`);
    await fillSignIn(page, customer);
    await expect(page).toHaveURL(SETTINGS);
    await expect(
      card(page, "Two-step verification").getByRole("button", { name: "Set up an authenticator app" }),
    ).toBeVisible();
  });

  test("during the human check before a text message, only the button that sends the message is busy", async ({
    page,
  }) => {
    await page.goto(SETTINGS);
    const { release } = await hold(page, /\/auth-frame\/human-check$/);
    const factors = card(page, "Two-step verification");
    const app = factors.getByRole("button", { name: "Set up an authenticator app" });
    const phone = somePhone();
    await factors.getByLabel("Phone number").fill(phone);
    const send = factors.getByRole("button", { name: "Send a code to this number" });
    await send.click();
    await expect(factors.getByRole("status").filter({ hasText: "confirm that you’re human" })).toBeVisible();
    await expect(send).toHaveAttribute("aria-busy", "true");
    await expect(app).toBeDisabled();
    await expect(app).not.toHaveAttribute("aria-busy");
    release();
    await expect(factors.getByText(`We’ve sent a text message to ${phone}`)).toBeVisible();
  });

  test("a user with two second factors can sign in with either of them, and asks for another text message after 30 s @cross-origin-nightly", async ({
    page,
    customer,
    request,
  }) => {
    await page.goto(SETTINGS);
    await enrollApp(page);
    const phone = somePhone();
    await enrollPhone(page, request, phone);
    await signOut(page);
    await page.clock.install();
    await takeFirstStep(page, customer);
    const choice = page.getByRole("group", { name: "How do you want to verify it’s you?" });
    await choice.getByRole("radio", { name: /^Text message/ }).check();
    await expect(page.getByText(/We’ve sent a text message to .*\d{4}\./)).toBeVisible();
    await expectAccessible(page, "a code was sent");
    await expectReadable(page, "a code was sent");
    await choice.getByRole("radio", { name: /^Authenticator app/ }).check();
    await expect(page.getByText(/We’ve sent a text message/)).toHaveCount(0);
    await codeField(page).fill(await appCode(request, customer.email));
    await confirm(page).click();
    await expect(page).toHaveURL("/dashboard");

    await signOut(page);
    await takeFirstStep(page, customer);
    await choice.getByRole("radio", { name: /^Text message/ }).check();
    await expect(page.getByText(/You can ask for another in 0:\d\d/)).toBeVisible();
    await page.clock.fastForward(31_000);
    const first = await mailTo(request, phone, "SMS_CODE");
    await page.getByRole("button", { name: "Send a new code" }).click();
    await expect(page.getByText(/You can ask for another in/)).toBeVisible();
    const second = await mailTo(request, phone, "SMS_CODE");
    expect(second.code).not.toBe(first.code);
    await codeField(page).fill(`${second.code.slice(0, 3)} ${second.code.slice(3)}`);
    await confirm(page).click();
    await expect(page).toHaveURL("/dashboard");
  });
});

test.describe("at a sign-in", () => {
  test("a sign-in reports that the text message could not be sent, at first and again, and sends it on request", async ({
    page,
    request,
  }) => {
    const sara = await fromScenario(request, "sms second factor");
    const outage = {
      endpoint: "mfaSignIn:start",
      email: sara.email,
      times: 1,
      fault: { kind: "status", status: 503 },
    };
    await page.clock.install();
    await failFor(request, outage);
    await takeFirstStep(page, sara);
    await expect(alert(page)).toHaveText(/try again/i);
    await page.getByRole("button", { name: "Send a new code" }).click();
    await expect(page.getByText(/We’ve sent a text message to the number ending in \d{4}\./)).toBeVisible();
    await codeField(page).fill("000000");
    await confirm(page).click();
    await expect(alert(page)).toHaveText(/Incorrect code/);
    await page.clock.fastForward(31_000);
    await failFor(request, outage);
    await page.getByRole("button", { name: "Send a new code" }).click();
    await expect(alert(page)).toHaveText(/had a problem/);
  });
});
