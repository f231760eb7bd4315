import type { Page } from "@playwright/test";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { consentAs, openPopup } from "../account/popups.ts";
import { card, SETTINGS } from "../account/support.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, signOut } from "../session.ts";
import {
  accountMenu,
  alert,
  emailField,
  expectHydrated,
  fillSignIn,
  hold,
  passwordField,
  signInLink,
  watchCalls,
  watchRequests,
} from "../support.ts";
import {
  addAuthenticator,
  administer,
  notePrompts,
  passkeyButton,
  passkeyOwner,
  withoutAutofill,
} from "./authenticator.ts";

const SIGN_IN = "/auth/signin";

/** Opens the sign-in page from another one. A click before hydration would load it anew, and then it offers nothing. */
const followSignIn = async (page: Page) => {
  await expectHydrated(page, "footer");
  await signInLink(page).click();
};

for (const width of isWhole ? [360, 1280] : [360])
  test(`a customer adds a passkey on the dashboard and signs back in with it at a width of ${width} px @cross-origin-nightly`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await withoutAutofill(page);
    const authenticator = await addAuthenticator(page);
    const { email, password } = await (
      await request.post("/__local/scenarios", {
        data: { name: "verified customer", email: `up.${Date.now()}.${Math.random()}@example.com` },
      })
    ).json();
    await page.goto(SIGN_IN);
    await fillSignIn(page, { email, password });
    const offer = page.getByRole("region", { name: "Skip the password next time" });
    await offer.getByRole("button", { name: "Add a passkey" }).click();
    // The message replaces the pressed button and receives the focus.
    await expect(page.getByText("Your passkey is ready")).toBeVisible();
    expect(await authenticator.credentials()).toHaveLength(1);

    await signOut(page);
    await page.goto(SIGN_IN);
    await passkeyButton(page).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
    await expect(offer).toHaveCount(0);
  });

test("passkey autofill in the email field signs the user in without a click, and never blocks typing", async ({
  page,
  request,
}) => {
  const owner = await passkeyOwner(request);
  const authenticator = await addAuthenticator(page, { present: false });
  await authenticator.hold(owner.passkey);
  // The virtual authenticator answers no prompt that opened before the user was present.
  const { release } = await hold(page, /passkeySignIn:start/);
  const prompts = await notePrompts(page);
  await page.goto(SIGN_IN);
  await expect(emailField(page)).toHaveAttribute("autocomplete", "username webauthn");
  await emailField(page).fill("typed@example.com");
  await passwordField(page).fill("typed");
  await expect(emailField(page)).toHaveValue("typed@example.com");
  await authenticator.setPresent(true);
  release();
  await expect(page).toHaveURL("/dashboard");
  expect(await prompts()).toEqual(["conditional"]);
});

test("a user without a password signs in with only a passkey, which the settings do not let the user remove", async ({
  page,
  request,
}) => {
  const owner = await passkeyOwner(request, "passkey only");
  const authenticator = await addAuthenticator(page);
  await authenticator.hold(owner.passkey);
  await page.goto(`${SIGN_IN}?next=${SETTINGS}`);
  await expect(card(page, "Passkeys")).toContainText("your only way to sign in");
  await expect(card(page, "Passkeys").getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await expect(card(page, "Email")).toContainText(owner.email);
  expect(await page.evaluate(() => localStorage.getItem("lastUsedAuthProvider"))).toBe("passkey");
});

test("a sign-in with a passkey that the server removed explains the removal, and the browser forgets the passkey", async ({
  page,
  request,
}) => {
  const owner = await passkeyOwner(request);
  await withoutAutofill(page);
  const authenticator = await addAuthenticator(page);
  await authenticator.hold(owner.passkey);
  await administer(request, owner.uid, { deletePasskey: [owner.passkey.credentialId] });
  await page.goto(SIGN_IN);
  await passkeyButton(page).click();
  await expect(alert(page)).toHaveText(/was removed from your account/);
  await expect.poll(async () => (await authenticator.credentials()).length).toBe(0);
});

test("the sign-in page of a browser without passkeys shows no passkey button and loads no passkey code, and the settings say why", async ({
  page,
  request,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  const asked = watchRequests(page, (request) => /passkey\.lazy|passkeySignIn/i.test(request.url()));
  await page.goto(`${SIGN_IN}?next=${SETTINGS}`);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await expect(passkeyButton(page)).toHaveCount(0);
  // The prerendered page hides its button; the page that has started removes it.
  await expect(page.locator('[data-offer="passkeys"]')).toHaveCount(0);
  expect(asked).toEqual([]);
  await fillSignIn(page, await newAccount(request));
  await expect(card(page, "Passkeys")).toContainText("This browser can’t use passkeys");
  await expect(card(page, "Passkeys").getByRole("button", { name: /^Add/ })).toHaveCount(0);
});

test("the sign-in page immediately offers a passkey that the device holds", async ({ page, request }) => {
  const owner = await passkeyOwner(request);
  await withoutAutofill(page);
  // Chromium without this mode ignores the option and opens a prompt, which the authenticator answers too.
  await page.addInitScript(() => {
    PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: true });
  });
  const prompts = await notePrompts(page);
  const authenticator = await addAuthenticator(page);
  await authenticator.hold(owner.passkey);
  await page.goto("/about");
  await followSignIn(page);
  await expect(page).toHaveURL("/dashboard");
  expect(await prompts()).toEqual(["immediate"]);
});

/** A browser that offers passkeys immediately, after a click that it still remembers on a busy machine. */
const withImmediateOffer = (page: Page) =>
  page.addInitScript(() => {
    if (!("PublicKeyCredential" in window)) return;
    PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: true });
    Object.defineProperty(navigator, "userActivation", { value: { isActive: true } });
  });
const openFromMenu = async (page: Page) => {
  await page.goto("/about");
  await followSignIn(page);
};

for (const status of isWhole ? [404, 429, 503] : [503])
  test(`a passkey offer that nobody asked for shows no error if its challenge fails with ${status}`, async ({
    page,
  }) => {
    await withImmediateOffer(page);
    let requests = 0;
    await page.route(/passkeySignIn:start/, (route) => {
      requests += 1;
      return route.fulfill({ status, json: { error: { code: status, message: "" } } });
    });
    await openFromMenu(page);
    await expect.poll(() => requests).toBeGreaterThan(1); // the next request is that of the autofill, or a retry
    await expect(passkeyButton(page)).toBeEnabled();
    await expect(alert(page)).toHaveCount(0);
  });

test("autofill takes the place of an immediate passkey offer that the browser refuses", async ({ page }) => {
  await withImmediateOffer(page);
  await page.addInitScript(() => {
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = async (options) => {
      if (Reflect.get(options ?? {}, "uiMode") !== "immediate") return get(options);
      throw new DOMException("This browser has no such mode.", "UnknownError");
    };
  });
  const prompts = await notePrompts(page);
  await addAuthenticator(page);
  await openFromMenu(page);
  await expect.poll(async () => (await prompts()).slice(0, 2)).toEqual(["immediate", "conditional"]);
  await expect(alert(page)).toHaveCount(0);
});

for (const [late, url] of [
  ["code", /\/assets\/passkey.*\.js$/],
  ["challenge", /passkeySignIn:start/],
] as const)
  test(`a provider's window stays open although the ${late} of the immediate passkey offer arrives later`, async ({
    page,
  }) => {
    await withoutAutofill(page);
    await page.addInitScript(() => {
      PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: true });
    });
    await page.goto("/about");
    const held = await hold(page, url);
    await followSignIn(page);
    await held.asked;
    const popup = await openPopup(page, "Sign in with Google");
    const arrived = page.waitForResponse(url);
    held.release();
    await (await arrived).finished();
    await consentAs(popup, newPerson().email);
    await expect(page).toHaveURL("/dashboard");
  });

test("the sign-in page explains that passkeys do not work at an IP address", async ({ page, baseURL }) => {
  // The browser refuses there too, but only after the service was asked for a challenge.
  const asked = watchCalls(page, /passkeySignIn:start/);
  await page.goto(`http://127.0.0.1:${new URL(baseURL ?? "").port}${SIGN_IN}`);
  await passkeyButton(page).click();
  await expect(alert(page)).toHaveText(/don’t work at this address/);
  expect(asked).toEqual([]);
});
