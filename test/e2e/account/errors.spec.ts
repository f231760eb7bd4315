import { expect, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { alert, emailField, failFor, fillSignIn, passwordField } from "../support.ts";
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

  test("a sign-in reports every kind of outage and an offline browser in view, keeps the text and the focus, and works afterwards @cross-origin-nightly", async ({
    page,
    context,
    request,
  }) => {
    const ada = await newAccount(request);
    await page.goto("/auth/signin");
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    for (const { fault, says } of faults) {
      const script = await failFor(request, {
        endpoint: "accounts:signInWithPassword",
        email: ada.email,
        fault,
      });
      await fillSignIn(page, ada);
      await expect(alert(page), JSON.stringify(fault)).toContainText(says);
      await expect(alert(page)).toBeInViewport();
      await expect(button).toBeFocused();
      await expect(emailField(page)).toHaveValue(ada.email);
      await expect(passwordField(page)).toHaveValue(ada.password);
      await script.remove();
    }
    await context.setOffline(true);
    await button.click();
    await expect(alert(page)).toContainText("You’re offline.");
    await expectAccessible(page, "offline");
    await expect(passwordField(page)).toHaveValue(ada.password);
    await context.setOffline(false);
    await button.click();
    await expect(page).toHaveURL("/dashboard");
  });
});

test("the message about a rate limit counts down to the next allowed attempt, which fails after 30 seconds without an answer", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  const fail = (times: number, fault: Parameters<typeof failFor>[1]["fault"]) =>
    failFor(request, { endpoint: "accounts:signInWithPassword", email: ada.email, times, fault });
  await page.clock.install();
  await fail(1, { kind: "status", status: 429, retryAfterS: 45 });
  await page.goto("/auth/signin");
  await fillSignIn(page, ada);
  await expect(alert(page)).toContainText(/try again in 0:4\d/);
  await page.clock.fastForward(30_000);
  await expect(alert(page)).toContainText(/try again in 0:1\d/);
  await page.clock.fastForward(20_000);
  await expect(alert(page)).toContainText("You can try again now.");
  await expectAccessible(page, "after a rate limit");
  await fail(1, { kind: "hang" });
  const button = page.getByRole("button", { name: "Sign in", exact: true });
  const asked = page.waitForRequest(/accounts:signInWithPassword/);
  await button.click();
  await asked; // and with it its time limit
  await expect(button).toBeDisabled();
  await page.clock.fastForward(31_000);
  await expect(alert(page)).toHaveText(/took too long/);
  await expect(emailField(page)).toHaveValue(ada.email);
  await expect(passwordField(page)).toHaveValue(ada.password);
  await button.click();
  await expect(page).toHaveURL("/dashboard");
});
