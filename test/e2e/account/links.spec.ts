import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { accountMenu, alert, callIdentity, failFor, fillSignUp } from "../support.ts";
import { card, expectAccessible, expectReadable, mailCount, mailTo, pathOf } from "./support.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const main = (page: Page) => page.getByRole("main");
/** The outcome of a press. It has the focus, and no role, which would announce it twice. */
const done = (page: Page) => page.locator("main :focus");
const pressButton = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

test("the dashboard sends a verification mail again that could not be sent, and its link verifies the address @cross-origin-nightly", async ({
  page,
  context,
  request,
}) => {
  const ada = newPerson();
  await failFor(request, {
    endpoint: "accounts:sendOobCode",
    email: ada.email,
    times: 1,
    fault: { kind: "status", status: 500 },
  });
  await page.goto("/auth/signup");
  await fillSignUp(page, ada);
  await expect(page).toHaveURL("/dashboard");
  const verification = card(page, "Verify your email address");
  await expect(verification.getByRole("alert")).toBeVisible();
  await verification.getByRole("button", { name: "Send again" }).click();
  await expect(verification).toContainText(`We’ve sent an email to ${ada.email}`);
  expect(await mailCount(request, ada.email, "VERIFY_EMAIL")).toBe(1);
  await expectAccessible(page, "dashboard, not verified");
  await expectReadable(page, "dashboard, not verified");

  const { actionLink } = await mailTo(request, ada.email, "VERIFY_EMAIL");
  const mail = await context.newPage();
  await mail.goto(pathOf(actionLink));
  await expect(main(mail)).toContainText(`Confirm that ${ada.email} is your email address.`);
  await expect(mail, "the address no longer contains the code").toHaveURL("/firebase-action");
  await mail.reload();
  await expect(main(mail).getByRole("button", { name: "Verify my email" })).toBeVisible();
  await expectAccessible(mail, "a link to verify");
  await pressButton(mail, "Verify my email");
  await expect(done(mail)).toHaveText("Your email has been verified. You may now close this window.");
  await mail.reload();
  await expect(main(mail).getByRole("status")).toHaveText(
    "Your email has been verified. You may now close this window.",
  );
  await expectAccessible(mail, "verified");
  await mail.close();

  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(verification).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("(verified)");
});

test("a sign-in link asks for the address if this browser does not know the address, and signs the user in", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await callIdentity(request, "sendOobCode", {
    requestType: "EMAIL_SIGNIN",
    email: ada.email,
    continueUrl: "http://localhost/dashboard",
    canHandleCodeInApp: true,
  });
  const { actionLink } = await mailTo(request, ada.email, "EMAIL_SIGNIN");
  await page.goto(pathOf(actionLink));
  await expect(heading(page)).toHaveText("Sign in with your link");
  await expectAccessible(page, "a sign-in link");
  await expectReadable(page, "a sign-in link");
  await expect(page).toHaveURL("/firebase-action");
  await page.reload();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Please enter an email address")).toBeVisible();
  const email = page.getByRole("main").getByLabel("Email");
  await email.fill(newPerson("other").email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(alert(page)).toHaveText(/sent to a different address/);
  await email.fill(ada.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(accountMenu(page)).toBeVisible();
});
