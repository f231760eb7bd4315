import type { Page } from "@playwright/test";
import { addIcons, RENDERED_AGAIN } from "../../support/page-changes.mjs";
import { expect, newPerson, test } from "../customer.ts";
import { newAccount, storedSession } from "../session.ts";
import {
  accountMenu,
  alert,
  confirmField,
  emailField,
  expectHydrated,
  hold,
  type Person,
  passwordField,
  signInLink,
  watchCalls,
} from "../support.ts";
import { holdReact, nativePosts } from "./early.ts";
import { codeField, confirm } from "./factors.ts";
import { appCode, demand, expectAccessible, fromScenario } from "./support.ts";

// React is the last file of a page. The request of an early press does not wait for it.

const SIGN_IN = /accounts:signInWithPassword/;
const WRONG = "Incorrect email or password.";
const button = (page: Page) => page.getByRole("main").getByRole("button", { name: "Sign in", exact: true });
const heldForm = (page: Page) => page.locator("main form[data-held]");

const fill = async (page: Page, { email, password }: Person) => {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
};

/** Opens the form, whose React does not come, and presses its button. */
const pressEarly = async (page: Page, person: Person, path = "/auth/signin") => {
  const react = await holdReact(page);
  await page.goto(path, { waitUntil: "commit" });
  await fill(page, person);
  await button(page).click();
  return react;
};

/** The same, once the sign-in is answered. */
const answerEarly = async (page: Page, person: Person, path?: string) => {
  const answered = page.waitForResponse(SIGN_IN);
  const react = await pressEarly(page, person, path);
  return { ...react, status: (await answered).status() };
};

test("a sign-in before React loads finishes without React, with a reCAPTCHA token, and React then opens the next page", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await demand(request, "ENFORCE");
  const sent = watchCalls(page, SIGN_IN);
  const posts = nativePosts(page);
  const react = await answerEarly(page, ada, "/auth/signin?next=/settings/general");
  expect(react.status).toBe(200);
  await expect(heldForm(page)).toHaveCount(1);
  await expect(button(page)).toHaveAttribute("aria-busy", "true");
  await expectAccessible(page, "signed in before hydration");
  react.release();
  await expect(page).toHaveURL("/settings/general");
  await expect(accountMenu(page)).toBeVisible();
  expect(sent.map((call) => call.postDataJSON().captchaResponse)).toEqual(["token"]);
  expect(posts).toEqual([]);
});

test("the header's sign-in link is shown and works before React loads", async ({ page }) => {
  await holdReact(page);
  await page.goto("/about", { waitUntil: "commit" });
  await signInLink(page).click();
  await expect(page).toHaveURL("/auth/signin");
});

test("a form submitted before React loads is busy until the response and ignores a second press, and the dashboard then offers a passkey", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const sent = watchCalls(page, SIGN_IN);
  const response = await hold(page, SIGN_IN);
  const react = await pressEarly(page, ada);
  await response.asked;
  await button(page).click();
  // The request has the values of the press, as it has those of any press whose text changes meanwhile.
  await emailField(page).fill("typed.later@example.com");
  react.release();
  await expectHydrated(page, "main");
  await expect(button(page)).toHaveAttribute("aria-busy", "true");
  await expect(button(page)).toBeDisabled();
  await expect(heldForm(page)).toHaveCount(0);
  await expectAccessible(page, "busy");
  await button(page).click({ force: true });
  await emailField(page).press("Enter");
  response.release();
  await expect(page).toHaveURL("/dashboard");
  await expect(
    page.getByRole("main").getByText("Add a passkey to sign in with your fingerprint"),
  ).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.postDataJSON().email).toBe(ada.email);
});

test("a wrong password submitted before React loads is reported, and the next press signs in again", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const sent = watchCalls(page, SIGN_IN);
  const react = await answerEarly(page, { ...ada, password: "another-example-horse" });
  expect(react.status).toBe(400);
  react.release();
  await expect(alert(page)).toContainText(WRONG);
  await expect(button(page)).not.toHaveAttribute("aria-busy", "true");
  await expect(emailField(page)).toHaveValue(ada.email);
  await expectAccessible(page, "refused before hydration");
  expect(sent).toHaveLength(1);
  await passwordField(page).fill(ada.password);
  await button(page).click();
  await expect(page).toHaveURL("/dashboard");
  expect(sent).toHaveLength(2);
});

test("a sign-in before React loads asks for the second factor", async ({ page, request }) => {
  const ada = await fromScenario(request, "second factor");
  const sent = watchCalls(page, SIGN_IN);
  const react = await answerEarly(page, ada);
  react.release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(await appCode(request, ada.email));
  await confirm(page).click();
  await expect(page).toHaveURL("/dashboard");
  expect(sent).toHaveLength(1);
});

test("a submit with empty fields before React loads names the fields at once, and React keeps the messages", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const sent = watchCalls(page, SIGN_IN);
  const react = await pressEarly(page, { email: "", password: "" });
  await expect(page.getByText("Please enter a password")).toBeVisible();
  await expect(emailField(page)).toHaveAccessibleDescription("Please enter an email address");
  await expect(emailField(page)).toBeFocused();
  await expect(heldForm(page)).toHaveCount(0);
  await expectAccessible(page, "refused before hydration");
  await emailField(page).fill(ada.email);
  await expect(emailField(page)).toHaveAccessibleDescription("");
  await page.evaluate(async () => {
    // The message that has just gone moves the fields in the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.documentElement.dataset["shift"] = `${entry.duration}`;
    }).observe({ type: "layout-shift" });
  });
  react.release();
  await expectHydrated(page, "main");
  await expect(passwordField(page)).toHaveAccessibleDescription("Please enter a password");
  await expect(page.locator("html"), "hydration moves nothing").not.toHaveAttribute("data-shift");
  expect(sent).toEqual([]);
  await passwordField(page).fill(ada.password);
  await expect(passwordField(page), "React validates each change").toHaveAccessibleDescription("");
  await button(page).click();
  await expect(page).toHaveURL("/dashboard");
  expect(sent).toHaveLength(1);
});

const pressOf = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();

test("a sign-up before React loads creates the account, and React then opens the next page", async ({
  page,
  outbox,
}) => {
  const ada = newPerson();
  const react = await holdReact(page);
  await page.goto("/auth/signup", { waitUntil: "commit" });
  await fill(page, ada);
  await confirmField(page).fill("another-password");
  await pressOf(page, "Sign up");
  await expect(page.getByText("This doesn't match your password")).toBeVisible();
  await confirmField(page).fill(ada.password);
  const answered = page.waitForResponse(/accounts:signUp/);
  await pressOf(page, "Sign up");
  expect((await answered).status()).toBe(200);
  react.release();
  await expect(page).toHaveURL("/dashboard");
  await outbox.latest(ada.email, "VERIFY_EMAIL");
});

test("a mail for a new password that is requested before React loads is sent once, and React confirms it", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const sent = watchCalls(page, /sendOobCode/);
  const react = await holdReact(page);
  await page.goto("/auth/forgotpass", { waitUntil: "commit" });
  await emailField(page).fill(ada.email);
  const answered = page.waitForResponse(/sendOobCode/);
  await pressOf(page, "Reset password");
  expect((await answered).status()).toBe(200);
  react.release();
  await expect(page.getByText("Password reset email sent")).toBeVisible();
  await expect(page.getByText(ada.email)).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an early click on "Forgot Password?" is performed although a sign-in before React loads is pending', async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const response = await hold(page, SIGN_IN);
  const react = await pressEarly(page, ada);
  await response.asked;
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  react.release();
  await expect(page).toHaveURL("/auth/forgotpass");
  await expect(emailField(page)).toHaveValue(ada.email);
});

test("if React fails to load after a sign-in, the page reports the failure, and a reload shows the signed-in user", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const react = await pressEarly(page, ada);
  await expect.poll(() => storedSession(page)).toBeDefined();
  react.lose();
  await expect(page.getByRole("alert")).toContainText("Part of this page couldn’t be loaded.");
  await expect(button(page)).not.toHaveAttribute("aria-busy");
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await expect(page).toHaveURL("/dashboard");
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("a signed-in user who submits the sign-in form before React loads keeps the current account", async ({
    page,
    request,
  }) => {
    const bob = await newAccount(request, "bob");
    const sent = watchCalls(page, SIGN_IN);
    const react = await pressEarly(page, bob);
    await expect(heldForm(page)).toHaveCount(1);
    react.release();
    await expect(page).toHaveURL("/dashboard");
    await accountMenu(page).click();
    await expect(page.getByRole("menu")).toContainText("Ada Example");
    expect(sent).toEqual([]);
  });
});

test.describe("on a changed page", () => {
  test.use({ expectedReports: RENDERED_AGAIN });

  test("the page shows the outcome of a sign-in before React loads even if React renders the changed page again", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    const sent = watchCalls(page, SIGN_IN);
    const react = await holdReact(page);
    await page.goto("/auth/signin", { waitUntil: "commit" });
    await expect(page.locator("footer form[data-hold]")).toBeVisible();
    await page.evaluate(addIcons);
    const answered = page.waitForResponse(SIGN_IN);
    await fill(page, { ...ada, password: "another-example-horse" });
    await button(page).click();
    await answered;
    react.release();
    await expect(alert(page)).toContainText(WRONG);
    expect(sent).toHaveLength(1);
    await expect(button(page)).not.toHaveAttribute("aria-busy", "true");
  });

  test("after a refused submit, the focus stays in the field where the user types while React renders again", async ({
    page,
  }) => {
    const react = await holdReact(page);
    await page.goto("/auth/signin", { waitUntil: "commit" });
    await expect(page.locator("footer form[data-hold]")).toBeVisible();
    await page.evaluate(addIcons);
    await button(page).click();
    await expect(page.getByText("Please enter a password")).toBeVisible();
    await passwordField(page).focus();
    react.release();
    await expectHydrated(page, "main");
    await expect(emailField(page)).toHaveAccessibleDescription("Please enter an email address");
    await expect(passwordField(page)).toBeFocused();
    await emailField(page).fill("ada@example.com");
    await expect(emailField(page)).toHaveAccessibleDescription("");
    await expect(emailField(page)).not.toHaveAttribute("aria-invalid");
  });
});
