import type { Page } from "@playwright/test";
import { accountLinkTexts } from "@tallybin/contract/account-link-texts";
import { emailProblemTexts } from "@tallybin/contract/email-problem-texts";
import { authTexts } from "../../../src/pages/auth/auth-texts.tsx";
import { settingsTexts } from "../../../src/pages/settings/section/settings-texts.tsx";
import { shellTexts } from "../../../src/shell/shell-texts.tsx";
import {
  appCode,
  codeForKey,
  fromScenario,
  mailTo,
  pathOf,
  resetMessage,
  SETTINGS,
  signInElsewhere,
  wantsRecentSignIn,
} from "../account/support.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { addAuthenticator } from "../passkeys/authenticator.ts";
import { storeSession } from "../session.ts";
import { callIdentity, createAccount, failFor, type Person, type Tokens } from "../support.ts";
import { expectRoomy } from "./layout.ts";
import { button, field, said, section } from "./texts.ts";

test.setTimeout(120_000);

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

const openAs = async (page: Page, person: Person, tokens: Tokens, path: string) => {
  await storeSession(page, person.email, tokens);
  await page.goto(path);
  await expect(page.locator('header[data-account="signed-in"]')).toBeVisible();
};

test("the sign-up form has room for longer text in each of its states", async ({ page, request }) => {
  const ada = newPerson();
  await createAccount(request, ada);
  await page.goto("/auth/signup");
  await expectRoomy(page, "sign-up");
  const send = button(page, authTexts.forms.signup.button);
  await send.click();
  await expect(said(page, emailProblemTexts.missing)).toBeVisible();
  await expectRoomy(page, "sign-up refused");
  await field(page, authTexts.email).fill("ada@gmial.com");
  await field(page, authTexts.password).fill("abc123");
  await field(page, authTexts.confirmPassword).fill("abc124");
  await expect(page.getByText("ada@gmail.com")).toBeVisible();
  await expect(page.locator("[aria-live] svg")).toBeVisible();
  await expectRoomy(page, "sign-up weak");
  await field(page, authTexts.email).fill(ada.email);
  await field(page, authTexts.password).fill(ada.password);
  await field(page, authTexts.confirmPassword).fill(ada.password);
  await send.click();
  await expect(said(page, authTexts.useThisAddress)).toBeVisible();
  await expectRoomy(page, "sign-up taken");
});

test("the sign-in form has room for longer text in each of its states", async ({
  page,
  context,
  request,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  await page.goto("/auth/signin");
  await expectRoomy(page, "sign-in");
  const send = button(page, authTexts.forms.signin.button);
  await field(page, authTexts.email).fill(ada.email);
  await field(page, authTexts.password).fill("wrong-example-horse");
  await send.click();
  await expect(alert(page)).toBeVisible();
  await expectRoomy(page, "sign-in wrong");
  await failFor(request, {
    endpoint: "accounts:signInWithPassword",
    email: ada.email,
    fault: { kind: "status", status: 429, retryAfterS: 90 },
  });
  await send.click();
  await expect(alert(page)).toContainText("1:");
  await expectRoomy(page, "sign-in rate-limited");
  await context.setOffline(true);
  await send.click();
  await expect(alert(page)).not.toContainText("1:");
  await expectRoomy(page, "sign-in offline");
  await context.setOffline(false);
  await page.goto("/auth/signin");
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("main").getByRole("button", { name: "GitHub" }).click(),
  ]);
  await popup.locator("h1").waitFor();
  await popup.setViewportSize({ width: 320, height: 640 });
  await expectRoomy(popup, "consent page");
  await expectRoomy(page, "sign-in window open");
  await popup.locator("input[name=email]").fill(ada.email);
  await popup.locator("button[value=add]").click();
  await expect(page.getByRole("main").getByText(ada.email)).toBeVisible();
  await expectRoomy(page, "sign-in collision");
});

test("the pages of a password reset have room for longer text in each of their states", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await createAccount(request, ada);
  await page.goto("/auth/forgotpass");
  await expectRoomy(page, "forgotten password");
  await field(page, authTexts.email).fill(ada.email);
  await button(page, authTexts.forms.forgotpass.button).click();
  await expect(said(page, authTexts.resetSent)).toBeVisible();
  await expectRoomy(page, "forgotten password sent");
  await page.goto("/auth/changepass");
  await expect(said(page, authTexts.newLink)).toBeVisible();
  await expectRoomy(page, "new password without a code");
  await page.goto("/auth/changepass?oobCode=no-such-code");
  await expect(alert(page)).toBeVisible();
  await expectRoomy(page, "new password dead link");
  await page.goto(pathOf((await resetMessage(request, ada.email)).actionLink));
  await expect(page.getByText(ada.email)).toBeVisible();
  await expectRoomy(page, "new password form");
  await field(page, authTexts.newPassword).fill("another-example-horse");
  await field(page, authTexts.confirmPassword).fill("another-example-horse");
  await button(page, authTexts.forms.changepass.button).click();
  await expect(said(page, authTexts.passwordChanged)).toBeVisible();
  await expectRoomy(page, "new password done");
});

test("the pages of mailed links have room for longer text in each of their states", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  const tokens = await createAccount(request, ada);
  for (const [state, query] of [
    ["invalid", "mode=unknown"],
    ["incomplete", "mode=verifyEmail"],
    ["dead", "mode=recoverEmail&oobCode=abc"],
    ["dead second factor", "mode=revertSecondFactorAddition&oobCode=abc"],
  ]) {
    await page.goto(`/firebase-action?${query}`);
    await expect(alert(page)).toBeVisible();
    await expectRoomy(page, `link ${state}`);
  }
  await page.goto("/firebase-action?mode=signIn&oobCode=abc&apiKey=k");
  await expect(page.getByRole("main").locator("input[type=email]")).toBeVisible();
  await expectRoomy(page, "link sign-in");
  await callIdentity(request, "sendOobCode", { requestType: "VERIFY_EMAIL", idToken: tokens.idToken });
  await page.goto(pathOf((await mailTo(request, ada.email, "VERIFY_EMAIL")).actionLink));
  const verify = button(page, accountLinkTexts.verifyEmail.button);
  await expect(verify).toBeVisible();
  await expectRoomy(page, "link to verify");
  await verify.click();
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await expectRoomy(page, "link verified");
});

test("the dashboard and the account menu have room for longer text", async ({ page, request }) => {
  const ada = { ...newPerson("ada.with.a.rather.long.address"), password: "example-correct-horse" };
  const tokens = await createAccount(request, ada);
  await openAs(page, ada, tokens, "/dashboard");
  await expect(page.locator("dl")).toBeVisible();
  await expectRoomy(page, "dashboard");
  await section(page, "verification").getByRole("button").click();
  await expect(section(page, "verification").locator("[data-tone], [role=status], p").first()).toBeVisible();
  await expectRoomy(page, "dashboard email sent");
  await page.getByRole("banner").locator("button[aria-haspopup=menu]").click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectRoomy(page, "account menu");
});

test("the banner about an outage of the sign-in service has room for longer text", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  const tokens = await createAccount(request, ada);
  await failFor(request, { endpoint: "token", email: ada.email, fault: { kind: "status", status: 503 } });
  await storeSession(page, ada.email, { ...tokens, expiresIn: "0" });
  await page.goto("/dashboard");
  await expect(said(page, shellTexts.reconnecting)).toBeVisible();
  await expectRoomy(page, "reconnecting");
});

test("the settings have room for longer text in each state of their forms", async ({ page, request }) => {
  const ada = newPerson();
  const tokens = await createAccount(request, ada);
  await addAuthenticator(page);
  await openAs(page, ada, tokens, SETTINGS);
  await expectRoomy(page, "settings");
  for (const id of ["email", "password", "delete"])
    await section(page, id).locator("button[type=submit]").last().click();
  await section(page, "profile").locator("input[type=url]").fill("https://pictures.example/ada.png");
  await expect(said(page, settingsTexts.profile.otherHost)).toBeVisible();
  await expectRoomy(page, "settings refused");
  await section(page, "profile").locator("button[type=submit]").click();
  await expect(said(page, settingsTexts.profile.saved)).toBeVisible();
  await section(page, "passkeys").locator("button[type=submit]").click();
  await expect(button(page, settingsTexts.passkeys.addAnother)).toBeVisible();
  await section(page, "passkeys").getByRole("button").first().click();
  await section(page, "methods").getByRole("button", { name: "" }).first().click();
  await expect(said(page, settingsTexts.methods.passwordRemoval)).toBeVisible();
  await expectRoomy(page, "settings questions");
  await failFor(request, { ...wantsRecentSignIn("accounts:delete"), email: ada.email });
  await section(page, "delete").locator("input").fill(ada.email);
  await section(page, "delete").locator("button[type=submit]").click();
  await expect(page.locator("input[name=proof]")).toBeVisible();
  await expectRoomy(page, "settings proof");
});

test("the settings of two-step verification have room for longer text in each of their states", async ({
  page,
  request,
}) => {
  const ada = await fromScenario(request, "verified customer");
  await openAs(page, ada, await signInElsewhere(request, ada), SETTINGS);
  const factors = section(page, "factors");
  await button(page, settingsTexts.factors.setUpApp).click();
  await expect(factors.locator("code")).toBeVisible();
  await expectRoomy(page, "two-step key");
  await factors
    .locator("input")
    .first()
    .fill(codeForKey(await factors.locator("code").innerText()));
  await button(page, settingsTexts.factors.turnOn).click();
  await expect(said(page, settingsTexts.factors.on)).toBeVisible();
  await factors.getByRole("button").first().click();
  await expect(said(page, settingsTexts.methods.keep)).toBeVisible();
  await expectRoomy(page, "two-step question");
  await page.context().clearCookies();
  await page.getByRole("banner").locator("button[aria-haspopup=menu]").click();
  await page.getByRole("menuitem").last().click();
  await expect(field(page, authTexts.password)).toBeVisible();
  await expectRoomy(page, "signed out");
  await field(page, authTexts.email).fill(ada.email);
  await field(page, authTexts.password).fill(ada.password);
  await button(page, authTexts.forms.signin.button).click();
  const code = page.getByRole("main").locator("input[name=code]");
  await code.fill("000000");
  await page.getByRole("main").locator("button[type=submit]").click();
  await expect(alert(page)).toBeVisible();
  await expectRoomy(page, "two-step wrong code");
  await code.fill(await appCode(request, ada.email));
});

test("the form for the code of a text message has room for longer text", async ({ page, request }) => {
  const sara = await fromScenario(request, "sms second factor");
  await page.goto("/auth/signin");
  await field(page, authTexts.email).fill(sara.email);
  await field(page, authTexts.password).fill(sara.password);
  await button(page, authTexts.forms.signin.button).click();
  await expect(page.getByRole("main").locator("input[name=code]")).toBeVisible();
  await expectRoomy(page, "two-step message");
});
