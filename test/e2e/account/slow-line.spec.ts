import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { CONTACT_API, contact, fillContact, NEWSLETTER_API, newsletter } from "../public/support.ts";
import { newAccount } from "../session.ts";
import { confirmField, createAccount, emailField, hold, passwordField, watchRequests } from "../support.ts";
import { holdScripts, nativePosts } from "./early.ts";
import { expectAccessible, pathOf, resetMessage } from "./support.ts";

const USABLE_WITHIN_MS = 1500;
/** The figures of slow 3G in browsers. */
const SLOW = { roundTripMs: 400, bytesPerMs: 50 };
/** The page, then what its head names. */
const ROUND_TRIPS = 2;

const held = (page: Page) => page.locator("main form[data-held]");
const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

/**
 * The time of the first paint on a slow connection, from all that has arrived by then. Computed, because a measured time
 * depends on the machine's load.
 */
const paintAfterMs = async (page: Page) => {
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      (entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0),
    ),
  );
  expect(sizes.length, "the page, a style sheet, the early script").toBeGreaterThanOrEqual(3);
  expect(Math.min(...sizes), "nothing came from a cache").toBeGreaterThan(0);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return ROUND_TRIPS * SLOW.roundTripMs + bytes / SLOW.bytesPerMs;
};

test("React does not share the line with the first paint", async ({ page }) => {
  const style = await hold(page, /\.css$/);
  const requested = watchRequests(page, (request) => /\/react-[\w-]+\.js$/.test(request.url()));
  const entry = page.waitForResponse(/\/index-[\w-]+\.js$/);
  await page.goto("/auth/signin", { waitUntil: "commit" });
  await (await entry).finished();
  expect(requested).toEqual([]);
  style.release();
  await expect.poll(() => requested).toHaveLength(1);
});

for (const type of ["signin", "signup"] as const)
  test(`the form of /auth/${type} accepts text within ${USABLE_WITHIN_MS} ms on a slow connection, and holds a submit until the script performs it`, async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    if (type === "signin") await createAccount(request, ada);
    const { release } = await hold(
      page,
      ({ pathname }) => pathname !== `/auth/${type}` && !/\.css$|\/early-[\w-]+\.js$/.test(pathname),
    );
    const posts = nativePosts(page);
    await page.goto(`/auth/${type}`, { waitUntil: "commit" });
    await emailField(page).fill("typed.too.early@example.com");
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
      .toBe(1);
    const usableAfter = await paintAfterMs(page);
    test.info().annotations.push({ type: "usable after", description: `${Math.round(usableAfter)} ms` });
    expect(usableAfter).toBeLessThanOrEqual(USABLE_WITHIN_MS);
    await passwordField(page).fill(ada.password);
    if (type === "signup") await confirmField(page).fill(ada.password);
    const submit = button(page, type === "signin" ? "Sign in" : "Sign up");
    await submit.click();
    await expect(held(page)).toHaveCount(1);
    await expect(submit).toHaveAttribute("aria-busy", "true");
    await expectAccessible(page, "held");
    // Once the script has loaded, the form sends its current values.
    await emailField(page).fill(ada.email);
    release();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("main")).toContainText(ada.email);
    expect(posts).toEqual([]);
  });

test("the offer of an immediate passkey does not replace a sign-in submitted before the script has loaded", async ({
  page,
  request,
}) => {
  const ada = await newAccount(request);
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, {
      getClientCapabilities: async () => ({ immediateGet: true }),
      isConditionalMediationAvailable: async () => true,
    });
  });
  const { release } = await holdScripts(page);
  // By then, every automatic sign-in has begun.
  const offered = page.waitForRequest(/passkeySignIn:start/);
  await page.route(/signInWithPassword/, async (route) => {
    await offered;
    await route.continue();
  });
  await page.goto("/auth/signin", { waitUntil: "commit" });
  await emailField(page).fill(ada.email);
  await passwordField(page).fill(ada.password);
  await button(page, "Sign in").click();
  await expect(held(page)).toHaveCount(1);
  release();
  await expect(page).toHaveURL("/dashboard");
});

test("a new password submitted before the script has loaded is performed", async ({ page, request }) => {
  const bob = await newAccount(request, "bob");
  const scripts = await holdScripts(page);
  const { actionLink } = await resetMessage(request, bob.email);
  await page.goto(pathOf(actionLink).replace("/firebase-action?mode=resetPassword&", "/auth/changepass?"), {
    waitUntil: "commit",
  });
  await passwordField(page).fill("another-example-horse");
  await confirmField(page).fill("another-example-horse");
  await button(page, "Change password").click();
  await expect(held(page)).toHaveCount(1);
  scripts.release();
  await expect(page.getByText("Your password has been changed")).toBeVisible();
});

test("if no script loads at all, no request contains a typed password", async ({ page }) => {
  const posts = nativePosts(page);
  await page.route("**/assets/*.js", (route) => route.abort());
  for (const { path, name } of [
    { path: "/auth/signin", name: "Sign in" },
    { path: "/auth/signup", name: "Sign up" },
    { path: "/auth/changepass", name: "Change password" },
  ]) {
    await page.goto(path, { waitUntil: "commit" });
    await passwordField(page).fill("example-secret-horse");
    const sent = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.method() === "POST",
    );
    await button(page, name).click();
    expect((await sent).url()).not.toContain("example-secret-horse");
  }
  expect(posts).toHaveLength(3);
  for (const post of posts) expect(post.postData()).not.toContain("example-secret-horse");
});

test("a contact message and a subscription submitted before the script has loaded are each sent once", async ({
  page,
}) => {
  const { release } = await holdScripts(page);
  const sent: string[] = [];
  for (const api of [CONTACT_API, NEWSLETTER_API])
    await page.route(api, (route) => {
      sent.push(route.request().postData() ?? "");
      return route.continue();
    });
  const posts = nativePosts(page);
  await page.goto("/contact", { waitUntil: "commit" });
  await fillContact(page);
  await contact(page).send.click();
  await newsletter(page).email.fill("ada@example.com");
  await newsletter(page).send.click();
  await expect(held(page)).toHaveCount(1);
  expect(sent).toEqual([]);
  release();
  await expect(contact(page).form.getByText("Your message has been sent!")).toBeVisible();
  await expect(newsletter(page).footer.getByText("You are now subscribed!")).toBeVisible();
  expect(sent.toSorted((one, other) => one.localeCompare(other))).toEqual([
    '[["Ada Lovelace","ada@example.com","Two trucks,\\none line."]]',
    '{"email":"ada@example.com"}',
  ]);
  expect(posts).toEqual([]);
});

test("a script that fails to load ends the wait of a held sign-in with a message, and the typed text stays", async ({
  page,
}) => {
  const { lose } = await holdScripts(page);
  await page.goto("/auth/signin", { waitUntil: "commit" });
  await emailField(page).fill("ada@example.com");
  await passwordField(page).fill("example-secret-horse");
  await button(page, "Sign in").click();
  await expect(held(page)).toHaveCount(1);
  lose();
  await expect(page.getByRole("alert")).toContainText("couldn’t be loaded");
  await expect(held(page)).toHaveCount(0);
  await expect(emailField(page)).toHaveValue("ada@example.com");
  await button(page, "Sign in").click();
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(button(page, "Sign in")).not.toHaveAttribute("aria-busy", "true");
  // Buttons that only a script handles are gone.
  for (const name of ["Sign in with Google", "Sign in with a passkey", "Show password"])
    await expect(button(page, name)).toBeHidden();
  await expectAccessible(page, "the script is lost", ["region"]); // the early script's message is outside every landmark
});
