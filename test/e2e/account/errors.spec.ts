import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import {
  alert,
  emailField,
  failFor,
  fillSignIn,
  hold,
  passwordField,
  signInUnder,
  watchCalls,
} from "../support.ts";
import { consentAs, openPopup } from "./popups.ts";
import { expectAccessible } from "./support.ts";

/** Each fault as the browser reports it. The pages' tests have the messages of every form and code. */
const faults = [
  { fault: { kind: "offline" }, says: /couldn’t reach the sign-in service/ },
  { fault: { kind: "cut" }, says: /couldn’t reach|try again/i },
  { fault: { kind: "cors" }, says: /couldn’t reach|try again/i },
  { fault: { kind: "html", status: 502 }, says: /The sign-in service had a problem/ },
  { fault: { kind: "malformed-json" }, says: /couldn’t reach|try again/i },
];
test.describe("without the headers of CORS", () => {
  // The browser reports it only if the services have an origin of their own.
  test.use({ expectedReports: /blocked by CORS policy/ });

  test("a sign-in reports every kind of outage, keeps the text, and works after the outage @cross-origin", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    await page.goto("/auth/signin");
    for (const { fault, says } of faults) {
      const script = await failFor(request, {
        endpoint: "accounts:signInWithPassword",
        email: ada.email,
        fault,
      });
      await fillSignIn(page, ada);
      await expect(alert(page), JSON.stringify(fault)).toContainText(says);
      await expect(emailField(page)).toHaveValue(ada.email);
      await expect(passwordField(page)).toHaveValue(ada.password);
      await script.remove();
    }
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/dashboard");
  });
});

test("a failed sign-in shows an alert in view and leaves the focus on the button", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin");
  await fillSignIn(page, { ...ada, password: "example-wrong" });
  await expect(alert(page)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeFocused();
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
  await expectAccessible(page, "after a rate limit");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a sign-in to a server that never answers keeps the button disabled, and fails after 30 seconds", async ({
  page,
  request,
}) => {
  const ada = newPerson();
  await page.clock.install();
  await signInUnder(page, request, ada, { fault: { kind: "hang" } });
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(button).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(alert(page)).toHaveText(/took too long/);
  await expect(button).toBeEnabled();
  await expect(emailField(page)).toHaveValue(ada.email);
  await expect(passwordField(page)).toHaveValue(ada.password);
});

test("a sign-in in an offline browser reports that the browser is offline, and keeps the typed text", async ({
  page,
  context,
  request,
}) => {
  const ada = await newAccount(request);
  await page.goto("/auth/signin", { waitUntil: "networkidle" });
  await context.setOffline(true);
  await fillSignIn(page, ada);
  await expect(alert(page)).toContainText("You’re offline.");
  await expectAccessible(page, "offline");
  await expect(passwordField(page)).toHaveValue(ada.password);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a sign-in with a provider that the service refuses shows the reason, and enables the button again", async ({
  page,
}) => {
  await page.goto("/auth/signin");
  // The exchange names no account, so the response is replaced in this page only.
  const message = "INVALID_IDP_RESPONSE : the provider's token was refused";
  await page.route(/accounts:signInWithIdp/, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message, errors: [] } } }),
  );
  await consentAs(await openPopup(page, "Sign in with GitHub"), newPerson().email);
  await expect(alert(page)).toContainText(/couldn’t confirm who you are/);
  await expect(page.getByRole("button", { name: "Sign in with GitHub" })).toBeEnabled();
});

test("the sign-in button shows progress on a slow network, and repeated clicks send one request", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const calls = watchCalls(page, /accounts:signInWithPassword/);
  const { release } = await hold(page, /accounts:signInWithPassword/);
  await page.goto("/auth/signin");
  await emailField(page).fill(ada.email);
  await passwordField(page).fill(ada.password);
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  await button.dblclick();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expectAccessible(page, "busy");
  await passwordField(page).press("Enter");
  release();
  await expect(page).toHaveURL("/dashboard");
  expect(calls).toHaveLength(1);
});
