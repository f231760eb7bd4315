import type { APIRequestContext, Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { signedIn } from "../session.ts";
import {
  alert,
  createAccount,
  failFor,
  fillSignIn,
  fillSignUp,
  type Person,
  signInUnder,
} from "../support.ts";
import { openPopup } from "./popups.ts";
import { card, pathOf, resetMessage, SETTINGS } from "./support.ts";

const TRY_AGAIN = /The sign-in service had a problem/;
const WRONG = "Incorrect email or password.";

type Form = {
  name: string;
  endpoint: string;
  /** Opens the page up to its submit button. Resolves to the email address for failure scripts. */
  prepare: (page: Page, request: APIRequestContext, person: Person) => Promise<string>;
  press: (page: Page, person: Person) => Promise<void>;
  shown: (page: Page) => ReturnType<typeof alert>;
  says: Record<string, string | RegExp>;
};

/** Possible errors of any call. */
const everywhere: Record<string, string | RegExp> = {
  PROJECT_DISABLED: /set up wrong on our side/,
  "API key not valid. Please pass a valid API key.": /set up wrong on our side/,
  "A sentence that Google added later.": TRY_AGAIN,
};

const forms: readonly Form[] = [
  {
    name: "sign-up",
    endpoint: "accounts:signUp",
    prepare: async (page, _request, person) => {
      await page.goto("/auth/signup");
      return person.email;
    },
    press: fillSignUp,
    shown: alert,
    says: {
      EMAIL_EXISTS: /already exists\. Sign in instead/,
      INVALID_EMAIL: /doesn’t look right/,
      INVALID_IDENTIFIER: /doesn’t look right/,
      MISSING_PASSWORD: "Please enter a password.",
      "WEAK_PASSWORD : Password should be at least 6 characters": /too weak/,
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements": /everything it needs/,
      OPERATION_NOT_ALLOWED: /can’t create an account right now/,
      ADMIN_ONLY_OPERATION: /Contact us to open an account/,
      TOO_MANY_ATTEMPTS_TRY_LATER: /Too many attempts/,
      QUOTA_EXCEEDED: /service is busy/,
    },
  },
  {
    name: "sign-in",
    endpoint: "accounts:signInWithPassword",
    prepare: async (page, request, person) => {
      await createAccount(request, person);
      await page.goto("/auth/signin");
      return person.email;
    },
    press: fillSignIn,
    shown: alert,
    says: {
      INVALID_PASSWORD: WRONG,
      INVALID_LOGIN_CREDENTIALS: WRONG,
      EMAIL_NOT_FOUND: /couldn’t find an account with this email address/,
      USER_DISABLED: /has been disabled/,
      PASSWORD_LOGIN_DISABLED: /isn’t available here/,
      "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled":
        /Too many attempts/,
    },
  },
  {
    name: "forgotten password",
    endpoint: "accounts:sendOobCode",
    prepare: async (page, request, person) => {
      await createAccount(request, person);
      await page.goto("/auth/forgotpass");
      return person.email;
    },
    press: async (page, person) => {
      await page.getByRole("main").getByLabel("Email").fill(person.email);
      await page.getByRole("button", { name: "Reset password" }).click();
    },
    shown: alert,
    says: {
      INVALID_EMAIL: /doesn’t look right/,
      RESET_PASSWORD_EXCEED_LIMIT: /already sent you several emails/,
      USER_DISABLED: /has been disabled/,
    },
  },
  {
    name: "new password by a link",
    endpoint: "accounts:resetPassword",
    prepare: async (page, request, person) => {
      await createAccount(request, person);
      await page.goto(pathOf((await resetMessage(request, person.email)).actionLink));
      await expect(page.getByText(`New password for ${person.email}`)).toBeVisible();
      return person.email;
    },
    press: async (page) => {
      await page.getByRole("main").getByLabel("New password", { exact: true }).fill("another-horse");
      await page.getByRole("main").getByLabel("Confirm password", { exact: true }).fill("another-horse");
      await page.getByRole("button", { name: "Change password" }).click();
    },
    shown: alert,
    says: {
      EXPIRED_OOB_CODE: /has expired/,
      INVALID_OOB_CODE: /already used or is incomplete/,
      WEAK_PASSWORD: /too weak/,
      USER_DISABLED: /has been disabled/,
      USER_NOT_FOUND: /no longer exists/,
    },
  },
  {
    name: "new email",
    endpoint: "accounts:update",
    prepare: async (page, request, person) => {
      await signedIn(page, request, person, SETTINGS);
      return `new.${person.email}`;
    },
    press: async (page, person) => {
      await card(page, "Email").getByLabel("New email").fill(`new.${person.email}`);
      await card(page, "Email").getByRole("button", { name: "Change email" }).click();
    },
    shown: (page) => card(page, "Email").getByRole("alert"),
    says: {
      EMAIL_EXISTS: /Another account already uses this email address/,
      INVALID_NEW_EMAIL: TRY_AGAIN,
      TOO_MANY_ATTEMPTS_TRY_LATER: /already sent you several emails/,
    },
  },
  {
    name: "delete account",
    endpoint: "accounts:delete",
    prepare: async (page, request, person) => {
      await signedIn(page, request, person, SETTINGS);
      return person.email;
    },
    press: async (page, person) => {
      await card(page, "Delete account").getByRole("textbox").fill(person.email);
      await page.getByRole("button", { name: "Delete my account" }).click();
    },
    shown: (page) => card(page, "Delete account").getByRole("alert"),
    says: { ADMIN_ONLY_OPERATION: /write to us/ },
  },
];

for (const { name, endpoint, prepare, press, shown, says } of forms)
  test(`the form "${name}" shows a message for each server error code`, async ({ page, request }) => {
    test.setTimeout(120_000);
    const person = newPerson();
    const email = await prepare(page, request, person);
    for (const [word, sentence] of Object.entries({ ...says, ...everywhere })) {
      const script = await failFor(request, { endpoint, email, fault: { kind: "error", word } });
      await press(page, person);
      await expect(shown(page), word).toContainText(sentence);
      await expect(shown(page), word).toBeVisible();
      await script.remove();
    }
  });

const faults = [
  { fault: { kind: "offline" }, says: /couldn’t reach the sign-in service/ },
  { fault: { kind: "status", status: 500 }, says: TRY_AGAIN },
  { fault: { kind: "status", status: 503 }, says: TRY_AGAIN },
  { fault: { kind: "html", status: 502 }, says: TRY_AGAIN },
  { fault: { kind: "html" }, says: /couldn’t reach|had a problem/ },
  { fault: { kind: "status", status: 429, retryAfterS: 90 }, says: /You can try again in/ },
];
for (const { name, endpoint, prepare, press, shown } of forms)
  test(`the form "${name}" reports every kind of outage, keeps the text, and works after the outage`, async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000);
    const person = newPerson();
    const email = await prepare(page, request, person);
    for (const { fault, says } of faults) {
      const script = await failFor(request, { endpoint, email, fault });
      await press(page, person);
      await expect(shown(page), JSON.stringify(fault)).toContainText(says);
      await script.remove();
    }
    await press(page, person);
    await expect(shown(page)).toHaveCount(0);
  });

test("the message about a rate limit counts down to the next allowed attempt", async ({ page, request }) => {
  const ada = newPerson();
  await page.clock.install();
  await signInUnder(page, request, ada, {
    fault: { kind: "status", status: 429, retryAfterS: 45 },
    times: 1,
  });
  await expect(alert(page)).toContainText(/try again in 0:4\d/);
  await page.clock.fastForward(30_000);
  await expect(alert(page)).toContainText(/try again in 0:1\d/);
  await page.clock.fastForward(20_000);
  await expect(alert(page)).toContainText("You can try again now.");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a sign-in in an offline browser reports that the browser is offline, and keeps the typed text", async ({
  page,
  context,
  request,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  await page.goto("/auth/signin", { waitUntil: "networkidle" });
  await context.setOffline(true);
  await fillSignIn(page, ada);
  await expect(alert(page)).toContainText("You’re offline.");
  await expect(page.getByRole("main").getByLabel("Password", { exact: true })).toHaveValue(ada.password);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

const providerWords = {
  "INVALID_IDP_RESPONSE : the provider's token was refused": /couldn’t confirm who you are/,
  OPERATION_NOT_ALLOWED: /isn’t available here/,
  USER_DISABLED: /has been disabled/,
  INVALID_PROVIDER_ID: /set up wrong on our side/,
  TOO_MANY_ATTEMPTS_TRY_LATER: /Too many attempts/,
};
test("a sign-in with a provider shows a message for each server error code, and enables the button again", async ({
  page,
}) => {
  const ada = newPerson();
  await page.goto("/auth/signin");
  for (const [word, sentence] of Object.entries(providerWords)) {
    // The exchange names no account, so the response is replaced in this page only.
    await page.route(/accounts:signInWithIdp/, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: word, errors: [] } } }),
    );
    const popup = await openPopup(page, "Sign in with GitHub");
    await popup.getByLabel("Email").fill(ada.email);
    await popup.getByRole("button", { name: /^Sign in with/ }).click();
    await expect(alert(page), word).toContainText(sentence);
    await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeEnabled();
    await page.unroute(/accounts:signInWithIdp/);
  }
});

test("the sign-in button shows progress on a slow network, and repeated clicks send one request", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  let calls = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/accounts:signInWithPassword/, async (route) => {
    calls += 1;
    await released;
    await route.continue();
  });
  await page.goto("/auth/signin");
  await page.getByRole("main").getByLabel("Email").fill(ada.email);
  await page.getByRole("main").getByLabel("Password", { exact: true }).fill(ada.password);
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await button.dblclick();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.getByRole("main").getByLabel("Password", { exact: true }).press("Enter");
  release();
  await expect(page).toHaveURL("/dashboard");
  expect(calls).toBe(1);
});
