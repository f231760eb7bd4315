import type { Page } from "@playwright/test";
import { card, expectAccessible, proofOf, SETTINGS, wantsRecentSignIn } from "../account/support.ts";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, openSession, signedIn, signOut } from "../session.ts";
import { failFor, fillSignIn, hold } from "../support.ts";
import { addAuthenticator, canceled, passkeyButton, passkeyOwner } from "./authenticator.ts";

const passkeys = (page: Page) => card(page, "Passkeys");
const add = (page: Page) => passkeys(page).getByRole("button", { name: /^Add a(nother)? passkey$/ });
const said = (page: Page, text: string | RegExp) =>
  passkeys(page).getByRole("status").filter({ hasText: text });

const offered = (page: Page) => page.getByRole("region", { name: "Skip the password next time" });

test("a user adds a passkey with a name and a date after a canceled prompt, and removes it after a confirmation", async ({
  page,
  request,
}) => {
  const authenticator = await addAuthenticator(page);
  await signedIn(page, request, newPerson(), SETTINGS);
  await authenticator.setVerified(false);
  await add(page).click();
  await expect(said(page, /No passkey was added: the prompt was canceled or timed out/)).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(0);
  await expect(passkeys(page)).not.toContainText("Added ");
  await authenticator.setVerified(true);
  await expect(passkeys(page).getByLabel("Passkey name")).toHaveValue(/^Chrome on /);
  await passkeys(page).getByLabel("Passkey name").fill("Work laptop");
  await add(page).click();
  await expect(said(page, "Work laptop is added")).toBeVisible();
  await expect(passkeys(page).getByLabel("Passkey name")).toHaveValue(/^Chrome on /);
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format();
  await expect(passkeys(page)).toContainText(`Added ${today}`);
  expect(await authenticator.credentials()).toHaveLength(1);

  const { release } = await hold(page, /accounts:update/);
  const remove = passkeys(page).getByRole("button", { name: "Remove Work laptop" });
  await remove.click();
  await expect(passkeys(page).getByRole("button", { name: "Keep it" })).toBeFocused();
  await passkeys(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(remove).toHaveAttribute("aria-busy", "true");
  await expect(add(page)).toBeDisabled();
  await expect(add(page)).not.toHaveAttribute("aria-busy");
  release();
  await expect(said(page, "Work laptop is removed")).toBeVisible();
  await expect.poll(async () => (await authenticator.credentials()).length).toBe(0);
});

test("a device that has a passkey of the account gets no second one, and its passkey allows its own removal without a recent sign-in", async ({
  page,
  request,
}) => {
  const owner = await passkeyOwner(request);
  const authenticator = await addAuthenticator(page);
  await authenticator.hold(owner.passkey);
  await openSession(page, request, owner.uid, SETTINGS);
  await expect(passkeys(page)).toContainText("Added ");
  await add(page).click();
  await expect(said(page, /already has a passkey/)).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
  await failFor(request, { ...wantsRecentSignIn("accounts:update"), email: owner.email });
  await passkeys(page).getByRole("button", { name: "Remove Passkey" }).click();
  await passkeys(page).getByRole("button", { name: "Remove", exact: true }).click();
  await proofOf(page).getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(said(page, "Passkey is removed")).toBeVisible();
});

test("the dashboard never repeats a passkey offer that the user dismissed for good", async ({
  page,
  request,
}) => {
  await addAuthenticator(page, { present: false });
  const ada = await newAccount(request);
  await page.goto("/auth/signin");
  await fillSignIn(page, ada);
  const offer = offered(page);
  await offer.getByRole("button", { name: "Don’t ask again" }).click();
  await expect(offer).toHaveCount(0);
  await signOut(page);
  await page.goto("/auth/signin");
  await fillSignIn(page, ada);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Hello/);
  await expect(page.getByText("Latest sign-in")).toBeVisible();
  await expect(page.getByText("Not known yet")).toHaveCount(0);
  await expect(offer).toHaveCount(0);
});

test("axe finds no violation on sign-in with a passkey button, after a canceled prompt, and in a removal question, and the dashboard offers no second passkey", async ({
  page,
  request,
}) => {
  const owner = await passkeyOwner(request);
  const authenticator = await addAuthenticator(page, { present: false });
  await page.goto("/auth/signin");
  await expect(passkeyButton(page)).toBeVisible();
  await expectAccessible(page, "sign-in with a passkey button");
  await authenticator.setVerified(false);
  await authenticator.hold(owner.passkey);
  await authenticator.setPresent(true);
  await passkeyButton(page).click();
  await expect(canceled(page)).toBeVisible();
  await expectAccessible(page, "a canceled prompt");
  await authenticator.setPresent(false);
  await fillSignIn(page, owner);
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Latest sign-in")).toBeVisible();
  await expect(page.getByText("Not known yet")).toHaveCount(0);
  await expect(offered(page)).toHaveCount(0);
  await page.goto(SETTINGS);
  await expect(passkeys(page)).toContainText("Added ");
  await passkeys(page).getByRole("button", { name: "Remove Passkey" }).click();
  await expectAccessible(page, "a question about a passkey");
});
