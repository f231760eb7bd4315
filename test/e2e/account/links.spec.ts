import type { APIRequestContext, Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { paired } from "../matrix.ts";
import { newAccount } from "../session.ts";
import {
  accountMenu,
  alert,
  callIdentity,
  createAccount,
  failFor,
  fillSignUp,
  type Person,
} from "../support.ts";
import {
  accountOf,
  card,
  enrollPhoneElsewhere,
  expectAccessible,
  expectReadable,
  mailCount,
  mailedLink,
  mailTo,
  pathOf,
  signInElsewhere,
} from "./support.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const main = (page: Page) => page.getByRole("main");
/** The outcome of a press. It has the focus, and no role, which would announce it twice. */
const done = (page: Page) => page.locator("main :focus");
const pressButton = (page: Page, name: string) =>
  main(page).getByRole("button", { name, exact: true }).click();

test("a sign-up sends a verification mail, which the dashboard mentions and whose link verifies the address @cross-origin-nightly", async ({
  page,
  context,
  request,
}) => {
  const ada = newPerson();
  await page.goto("/auth/signup");
  await fillSignUp(page, ada);
  await expect(page).toHaveURL("/dashboard");
  const verification = card(page, "Verify your email address");
  await expect(verification).toContainText(`We’ve sent an email to ${ada.email}`);
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

test("the dashboard reports that the verification mail could not be sent, and resends it on request", async ({
  page,
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
  await expect(verification).toContainText("We’ve sent an email");
  expect(await mailCount(request, ada.email, "VERIFY_EMAIL")).toBe(1);
});

const allMails = async (request: APIRequestContext): Promise<unknown> =>
  (await request.get("/__local/outbox")).json();

/** Mails the link of each kind that changes an account. */
const changingLinks: Record<
  string,
  (request: APIRequestContext, person: Person, next: string) => Promise<string>
> = {
  verifyEmail: async (request, person) => (await mailedLink(request, person, "VERIFY_EMAIL")).actionLink,
  verifyAndChangeEmail: async (request, person, next) =>
    (await mailedLink(request, person, "VERIFY_AND_CHANGE_EMAIL", next)).actionLink,
  async recoverEmail(request, person, next) {
    const { idToken } = await signInElsewhere(request, person);
    await callIdentity(request, "update", { idToken, email: next });
    return (await mailTo(request, person.email, "RECOVER_EMAIL")).actionLink;
  },
  async revertSecondFactorAddition(request, person) {
    const { idToken, localId } = await signInElsewhere(request, person);
    await enrollPhoneElsewhere(request, { idToken, localId });
    return (await mailTo(request, person.email, "REVERT_SECOND_FACTOR_ADDITION")).actionLink;
  },
};

for (const [[mode, mailLink], javaScriptEnabled] of paired(Object.entries(changingLinks), [true, false]))
  test(`a mail scanner that opens a link for ${mode} in a browser ${javaScriptEnabled ? "with" : "without"} scripts changes nothing`, async ({
    browser,
    baseURL,
    request,
  }) => {
    const ada = newPerson();
    const { localId } = await createAccount(request, ada);
    const link = await mailLink(request, ada, newPerson("ada.new").email);
    const [before, mails] = [await accountOf(request, localId), await allMails(request)];
    const scanner = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled });
    const page = await scanner.newPage();
    await page.goto(pathOf(link));
    await expect(main(page).getByRole("button"), "the page has loaded").toHaveCount(1);
    await page.waitForLoadState("networkidle");
    await scanner.close();
    expect(await accountOf(request, localId)).toEqual(before);
    expect(await allMails(request)).toEqual(mails);
  });

test("the page reports that the address was restored even if the password reset mail fails", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  const { idToken } = await createAccount(request, ada);
  await callIdentity(request, "update", { idToken, email: newPerson("mallory").email });
  const { actionLink } = await mailTo(request, ada.email, "RECOVER_EMAIL");
  await failFor(request, {
    endpoint: "accounts:sendOobCode",
    email: ada.email,
    fault: { kind: "status", status: 503 },
  });
  await page.goto(pathOf(actionLink));
  await pressButton(page, "Set my email back");
  await expect(done(page)).toContainText(`set back to ${ada.email}`);
  await page.getByRole("link", { name: "Get a new password" }).click();
  await expect(heading(page)).toHaveText("Get a new password");
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

test.describe("an invalid link says what to do next", () => {
  test("the page of an expired mailed link says that the link has expired", async ({ page, request }) => {
    const ada = await newAccount(request);
    const { actionLink } = await mailedLink(request, ada, "VERIFY_EMAIL");
    await failFor(request, {
      endpoint: "accounts:update",
      email: ada.email,
      fault: { kind: "error", word: "EXPIRED_OOB_CODE" },
    });
    await page.goto(pathOf(actionLink));
    await pressButton(page, "Verify my email");
    await expect(done(page)).toHaveText(/has expired/);
    await expectAccessible(page, "an expired link");
    await page.goto("/firebase-action?mode=unknown");
    await expect(alert(page)).toBeVisible();
    await expectAccessible(page, "an unknown kind of link");
  });
});

test.describe("signed in", () => {
  test.use({ signedInAs: "unverified" });

  test("a signed-in user continues from the page of a mailed link to the dashboard", async ({
    page,
    customer,
    outbox,
  }) => {
    const { actionLink = "" } = await outbox.latest(customer.email, "VERIFY_EMAIL");
    await page.goto(pathOf(actionLink));
    await pressButton(page, "Verify my email");
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(card(page, "Verify your email address")).toHaveCount(0);

    await page.goto(pathOf(actionLink));
    await expect(main(page).getByRole("status"), "the second visit").toContainText(
      `Your email has been verified. You may now close this window.You’re signed in as ${customer.email}.`,
    );
  });
});
