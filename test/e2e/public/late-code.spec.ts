import { expect, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { alert, expectHydrated, fillSignIn, hold } from "../support.ts";
import { contact, expectAccessible, fillContact, open } from "./support.ts";

const PAST_THE_LIMIT_MS = 31_000;

test("a sign-in whose script is missing after half a minute reports the problem, and succeeds once the script arrives", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const code = await hold(page, /\/assets\/identity-client.*\.js$/);
  await page.clock.install();
  await page.goto("/auth/signin");
  await expectHydrated(page, "main"); // a held press would start the wait later
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await fillSignIn(page, ada);
  await code.asked;
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.clock.fastForward(PAST_THE_LIMIT_MS);
  await expect(alert(page)).toContainText("Part of this page couldn’t be loaded.");
  code.release();
  await button.click();
  await expect(page).toHaveURL("/dashboard");
});

test("a navigation to a page whose script is missing after half a minute becomes a full page load", async ({
  page,
}) => {
  await open(page, "/contact");
  await page.clock.install();
  const code = /\/assets\/about-page.*\.js$/;
  await page.route(code, () => undefined, { times: 1 }); // the first request is never answered
  const asked = page.waitForRequest(code);
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await asked;
  await page.clock.fastForward(PAST_THE_LIMIT_MS);
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Built for impact.");
});

test("an account page shows a loading message until its script arrives", async ({ page }) => {
  const code = await hold(page, /\/assets\/dashboard-page.*\.js$/);
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.getByText("Loading")).toBeAttached();
  code.release();
  await expect(page).toHaveURL(/signin/);
});

test("a contact message whose code is missing after half a minute reports the problem, and can be sent later", async ({
  page,
}) => {
  const code = await hold(page, /\/assets\/call-api.*\.js$/);
  await page.clock.install();
  await page.goto("/contact");
  await expectHydrated(page, "main");
  await fillContact(page);
  const { form, send } = contact(page);
  await send.click();
  await code.asked;
  await page.clock.fastForward(PAST_THE_LIMIT_MS);
  await expect(form.getByRole("alert")).toContainText("We couldn’t send your message.");
  await expect(send).not.toHaveAttribute("aria-busy", "true");
  await expectAccessible(page, "not sent");
  code.release();
  await send.click();
  await expect(form.getByRole("status")).toHaveText("Your message has been sent!");
  await expect(form.getByRole("alert")).toBeHidden();
});
