import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { paired } from "../matrix.ts";
import { hold } from "../support.ts";
import { card, expectAccessible, field, press, SETTINGS } from "./support.ts";

const toggle = (page: Page, section: string, action = "Change") =>
  card(page, section).getByRole("button", { name: `${action}: ${section}`, exact: true });

test.use({ signedInAs: "unverified", rowsOpen: false });

test("the settings first show rows with values and no form field, and the button Change opens a form in place, which Escape closes with the typed text", async ({
  page,
  customer,
}) => {
  await page.goto(SETTINGS);
  await expect(card(page, "Email")).toContainText(`${customer.email} (not verified yet)`);
  await expect(card(page, "Two-step verification")).toContainText("Off");
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page, "closed rows");

  await toggle(page, "Profile").focus();
  await page.keyboard.press("Enter");
  await expect(toggle(page, "Profile", "Close")).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(field(page, "Profile", "Name")).toBeFocused();
  await page.keyboard.type("Ada Example");
  await page.keyboard.press("Escape");
  await expect(field(page, "Profile", "Name")).toBeHidden();
  await expect(toggle(page, "Profile")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page, "Profile", "Name")).toHaveValue("Ada Example");
  await press(page, "Profile", "Save profile");
  await expect(card(page, "Profile").getByText("Your profile is saved.")).toBeVisible();
  await toggle(page, "Profile", "Close").click();
  await expect(card(page, "Profile")).toContainText("Ada Example");
});

test("the anchor of a settings section opens the section and scrolls it into view, and a row with unsaved text is open after a reload", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto(`${SETTINGS}#delete`);
  await expect(card(page, "Delete account").getByRole("textbox")).toBeInViewport();
  await page.evaluate(() => {
    location.hash = "#password";
  });
  await expect(field(page, "Password", "Current password")).toBeInViewport();
  await expect(field(page, "Profile", "Name")).toBeHidden();
  await page.goto(`${SETTINGS}#profile`);
  await field(page, "Profile", "Name").fill("Ada, not saved yet");
  await page.goto(SETTINGS);
  await expect(field(page, "Profile", "Name")).toHaveValue("Ada, not saved yet");
});

/** Round trip in ms and throughput in bytes a second, down to a slow phone's. */
const SPEEDS = [
  [0, -1],
  [20, 2_000_000],
  [50, 500_000],
] as const;
/** What may come after the section is shown. */
const LATE = {
  nothing: undefined,
  "the font": /\.woff2$/,
  "the account": /accounts:lookup/,
  "the document": /documents[/:]/,
};

for (const [[latency, throughput], [name, late]] of paired(SPEEDS, Object.entries(LATE)))
  test(`the anchor of a settings section keeps the section in view on a cold load with ${latency} ms of latency, and with ${name} later`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 400 });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    const speed = { latency, downloadThroughput: throughput, uploadThroughput: throughput };
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...speed });
    const held = late && (await hold(page, late));
    await page.goto(`${SETTINGS}#password`, { waitUntil: "commit" });
    await held?.asked;
    await expect(field(page, "Password", "Current password")).toBeInViewport();
    const arrived = late && page.waitForResponse(late);
    held?.release();
    await arrived;
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.evaluate(() => document.fonts.ready);
    await expect(field(page, "Password", "Current password")).toBeInViewport();
  });

test("the section of two-step verification asks an unverified user to verify the address, also at its button, and resends the mail", async ({
  page,
  customer,
}) => {
  await page.goto(`${SETTINGS}#factors`);
  const factors = card(page, "Two-step verification");
  await expect(factors).toContainText(`First verify ${customer.email}`);
  await factors.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(factors.getByRole("alert")).toHaveText(/Verify your email address first/);
  await factors.getByRole("button", { name: "Send again" }).click();
  await expect(factors.getByRole("status").filter({ hasText: "We’ve sent an email" })).toBeVisible();
  await expect(card(page, "Email")).not.toContainText("We’ve sent an email");
});
