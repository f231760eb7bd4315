import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../customer.ts";
import { newAccount, openSession, signedIn } from "../session.ts";
import { accountMenu, alert, callIdentity, createAccount, failFor, fillSignIn } from "../support.ts";
import { beginWithApp, codeField, turnOn } from "./factors.ts";
import { consentAs, openPopup } from "./popups.ts";
import {
  appCode,
  card,
  codeForKey,
  expectAccessible,
  expectReadable,
  fromScenario,
  pathOf,
  resetMessage,
  SETTINGS,
  wantsRecentSignIn,
} from "./support.ts";

const submit = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.describe("axe finds no violation", () => {
  test.setTimeout(120_000);

  for (const [type, button] of [
    ["signup", "Sign up"],
    ["signin", "Sign in"],
    ["forgotpass", "Reset password"],
  ] as const)
    test(`axe finds no violation on /auth/${type} when idle and refused`, async ({ page }) => {
      await page.goto(`/auth/${type}`);
      await expect(submit(page, button)).toBeVisible();
      await expectAccessible(page, "idle");
      await submit(page, button).click();
      await expect(page.getByText("Please enter an email address")).toBeVisible();
      await expectAccessible(page, "refused");
      await expectReadable(page, "refused");
    });

  test("axe finds no violation on /auth/forgotpass when busy, rate-limited, offline and done", async ({
    page,
    context,
    request,
  }) => {
    const { email } = newPerson();
    await createAccount(request, { email, password: "example-correct-horse" });
    const failing = { endpoint: "accounts:sendOobCode", email };
    const send = async () => {
      await page.goto("/auth/forgotpass");
      await page.getByRole("main").getByLabel("Email").fill(email);
      await submit(page, "Reset password").click();
    };
    const hang = await failFor(request, { ...failing, fault: { kind: "hang", forMs: 4_000 } });
    await send();
    await expect(submit(page, "Reset password")).toHaveAttribute("aria-busy", "true");
    await expectAccessible(page, "busy");
    await hang.remove();

    const limit = await failFor(request, {
      ...failing,
      fault: { kind: "status", status: 429, retryAfterS: 90 },
    });
    await send();
    await expect(alert(page)).toContainText("You can try again in");
    await expectAccessible(page, "rate-limited");
    await limit.remove();
    await context.setOffline(true);
    await submit(page, "Reset password").click();
    await expect(alert(page)).toContainText("offline");
    await expectAccessible(page, "offline");
    await context.setOffline(false);
    await submit(page, "Reset password").click();
    await expect(page.getByText("Password reset email sent")).toBeVisible();
    await expectAccessible(page, "done");
  });

  test("axe finds no violation on /auth/changepass in any state of the page", async ({ page, request }) => {
    const ada = await newAccount(request);
    await page.goto("/auth/changepass");
    await expect(page.getByRole("link", { name: "Send a new link" })).toBeVisible();
    await expectAccessible(page, "without a code");
    await page.goto("/auth/changepass?oobCode=no-such-code");
    await expect(alert(page)).toBeVisible();
    await expectAccessible(page, "dead link");
    await page.goto(pathOf((await resetMessage(request, ada.email)).actionLink));
    await page.getByRole("main").getByLabel("New password", { exact: true }).fill("another-example-horse");
    await page
      .getByRole("main")
      .getByLabel("Confirm password", { exact: true })
      .fill("another-example-horse");
    await expect(page.getByText("Strong")).toBeVisible();
    await expectAccessible(page, "form");
    await expectReadable(page, "form");
    await submit(page, "Change password").click();
    await expect(page.getByText("Your password has been changed")).toBeVisible();
    await expectAccessible(page, "done");
  });

  test("axe finds no violation on sign-in with a provider's window open, after a denial, and after a provider collision", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    await page.goto("/auth/signin");
    const popup = await openPopup(page, "Sign in with GitHub");
    await expectAccessible(page, "window open");
    await popup.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByText("Canceled. Nothing changed.")).toBeVisible();
    await expectAccessible(page, "denied");
    await consentAs(await openPopup(page, "Sign in with GitHub"), ada.email, { isVouchedFor: false });
    await expect(page.getByText("already exists")).toBeVisible();
    await expectAccessible(page, "collision");
    await expectReadable(page, "collision");
  });

  test("axe finds no violation on /firebase-action with an unknown mode, a sign-in link or an invalid code", async ({
    page,
  }) => {
    await page.goto("/firebase-action?mode=unknown");
    await expect(alert(page)).toBeVisible();
    await expectAccessible(page, "invalid mode");
    await page.goto("/firebase-action?mode=signIn&oobCode=abc&apiKey=k");
    await expect(page.getByLabel("Email").first()).toBeVisible();
    await expectAccessible(page, "sign-in link");
    await expectReadable(page, "sign-in link");
    await page.goto("/firebase-action?mode=verifyEmail&oobCode=abc");
    await expect(alert(page)).toBeVisible();
    await expectAccessible(page, "dead link");
  });

  test.describe("signed in", () => {
    test.use({ signedInAs: "unverified" });

    test("axe finds no violation on the dashboard before and after the address is verified", async ({
      page,
      customer,
      outbox,
    }) => {
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Send again" }).click();
      await expect(page.getByText("We’ve sent an email")).toBeVisible();
      await expectAccessible(page, "dashboard, not verified");
      await expectReadable(page, "dashboard, not verified");
      const { actionLink = "" } = await outbox.latest(customer.email, "VERIFY_EMAIL");
      await page.goto(pathOf(actionLink));
      const verify = page.getByRole("button", { name: "Verify my email" });
      await expect(verify).toBeVisible();
      await expectAccessible(page, "verification link");
      await verify.click();
      await expect(page.getByText("has been verified")).toBeVisible();
      await expectAccessible(page, "verified");
    });

    test("axe finds no violation in the settings in any state of their forms", async ({
      page,
      customer,
      failures,
    }) => {
      await page.goto(SETTINGS);
      await expectAccessible(page, "at rest");
      for (const [section, button] of [
        ["Email", "Change email"],
        ["Password", "Change password"],
        ["Two-step verification", "Send a code to this number"],
        ["Delete account", "Delete my account"],
      ] as const)
        await card(page, section).getByRole("button", { name: button, exact: true }).click();
      await expectAccessible(page, "refused");
      await expectReadable(page, "refused");
      await card(page, "Profile").getByLabel("Name", { exact: true }).fill("Ada");
      await submit(page, "Save profile").click();
      await expect(card(page, "Profile").getByText("Your profile is saved.")).toBeVisible();
      await expectAccessible(page, "saved");
      await failures.add(wantsRecentSignIn("accounts:delete"));
      await card(page, "Delete account").getByRole("textbox").fill(customer.email);
      await submit(page, "Delete my account").click();
      await expect(page.getByRole("region", { name: "Confirm it’s you" })).toBeVisible();
      await expectAccessible(page, "proof");
      await expectReadable(page, "proof");
    });
  });

  test.describe("with a verified address", () => {
    test.use({ signedInAs: "verified customer" });

    test("axe finds no violation while a user sets up a second factor, and while a sign-in requires one", async ({
      page,
      customer,
      request,
    }) => {
      await page.goto(SETTINGS);
      const key = await beginWithApp(page);
      await expectAccessible(page, "key shown");
      await expectReadable(page, "key shown");
      await turnOn(page, codeForKey(key));
      await expectAccessible(page, "set up");
      await accountMenu(page).click();
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
      await expectAccessible(page, "account menu");
      await expectReadable(page, "account menu");
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await fillSignIn(page, customer);
      await codeField(page).fill("000000");
      await submit(page, "Confirm").click();
      await expect(alert(page)).toBeVisible();
      await expectAccessible(page, "asked for, and wrong");
      await expectReadable(page, "asked for, and wrong");
      await codeField(page).fill(await appCode(request, customer.email));
      await submit(page, "Confirm").click();
      await expect(page).toHaveURL("/dashboard");
    });
  });
});

test("axe finds no violation in the prompt for a text message, and in a page header with a long name", async ({
  page,
  request,
}) => {
  await page.goto("/auth/signin");
  await fillSignIn(page, await fromScenario(request, "sms second factor"));
  await expect(page.getByText("We’ve sent a text message")).toBeVisible();
  await expectAccessible(page, "a code was sent");
  await expectReadable(page, "a code was sent");
  const ada = newPerson();
  const session = await createAccount(request, ada);
  await callIdentity(request, "update", {
    idToken: session.idToken,
    displayName: "Ada Lovelace ".repeat(15).trim(),
  });
  await openSession(page, ada.email, session, "/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ada Lovelace");
  await expectAccessible(page, "a long name");
});

test("no page scrolls sideways at 320 px, even with an email address of eighty characters", async ({
  page,
  request,
}) => {
  const ada = { ...newPerson("a".repeat(60)), password: "example-correct-horse" };
  await page.setViewportSize({ width: 320, height: 700 });
  await signedIn(page, request, ada);
  for (const path of ["/dashboard", SETTINGS]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
