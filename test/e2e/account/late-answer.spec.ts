import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount, signOut } from "../session.ts";
import { accountMenu, alert, createAccount, fillSignIn, signInLink } from "../support.ts";
import { codeField, confirm } from "./factors.ts";
import { answerLate, GRACE_MS, lookAtPopup, openInStoppedTime, openPopup, POLL_MS, sever } from "./popups.ts";
import { appCode, fromScenario } from "./support.ts";

/** Opens a provider's window and lets the page count it as closed, although it stays open. */
const giveUp = async (page: Page, provider: string): Promise<Page> => {
  await openInStoppedTime(page, "/auth/signin");
  const popup = await openPopup(page, `Sign in with ${provider}`);
  await sever(page, popup);
  await page.clock.fastForward(POLL_MS);
  await page.clock.fastForward(GRACE_MS);
  await expect(page.getByText("closed before you finished")).toBeVisible();
  await page.clock.resume();
  return popup;
};

const expectNobodyIn = async (page: Page) => {
  await expect(signInLink(page)).toBeVisible();
  await page.reload();
  await expect(signInLink(page)).toBeVisible();
  await expect(accountMenu(page)).toHaveCount(0);
};

/** Responds late. The page must ignore the response without a request to the service. */
const expectUnheard = async (page: Page, popup: Page, email: string) => {
  const exchanges: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("accounts:signInWithIdp")) exchanges.push(sent.url());
  });
  await answerLate(page, popup, email);
  await page.evaluate(() => fetch("/healthz")); // the page has sent all requests that the response caused before this one
  expect(exchanges).toEqual([]);
};

test.describe("a response of a window that counted as closed", () => {
  test("a late response from a popup that counted as closed completes the sign-in", async ({ page }) => {
    const ada = newPerson();
    const popup = await giveUp(page, "Google");
    await answerLate(page, popup, ada.email);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("main")).toContainText(ada.email);
    expect(await page.evaluate(() => localStorage.getItem("lastUsedAuthProvider"))).toBe("google");
  });

  test("a late response for an account with a second factor asks for the second factor", async ({
    page,
    request,
  }) => {
    const tom = await fromScenario(request, "second factor");
    const popup = await giveUp(page, "Google");
    await answerLate(page, popup, tom.email);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
    await codeField(page).fill(await appCode(request, tom.email));
    await confirm(page).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a late response for the address of an existing account offers to link the provider", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    const popup = await giveUp(page, "GitHub");
    await answerLate(page, popup, ada.email, { isVouchedFor: false });
    await expect(page.getByText(`An account for ${ada.email} already exists`)).toBeVisible();
    const note = page.getByText("closed before you finished");
    await expect(note, "the closed window is no longer mentioned").toHaveCount(0);
    await expectNobodyIn(page);
  });

  test("a late response does not replace a user who has signed in meanwhile", async ({ page, request }) => {
    const [ada, bob] = [newPerson(), newPerson("bob")];
    await createAccount(request, bob);
    const popup = await giveUp(page, "Google");
    await fillSignIn(page, bob);
    await expect(page).toHaveURL("/dashboard");
    await expectUnheard(page, popup, ada.email);
    await page.reload();
    await expect(page.getByRole("main")).toContainText(bob.email);
  });

  test("a late response signs nobody in after another user has signed in and out", async ({
    page,
    request,
  }) => {
    const [ada, bob] = [newPerson(), newPerson("bob")];
    await createAccount(request, bob);
    const popup = await giveUp(page, "Google");
    await fillSignIn(page, bob);
    // A navigation moves the focus, which closes an open menu.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL("/dashboard");
    await signOut(page);
    await expectUnheard(page, popup, ada.email);
    await expectNobodyIn(page);
  });

  test("a newer sign-in takes precedence over a late response to an earlier sign-in", async ({ page }) => {
    const [ada, bob] = [newPerson(), newPerson("bob")];
    const popup = await giveUp(page, "Google");
    const second = await openPopup(page, "Sign in with GitHub");
    await expectUnheard(page, popup, ada.email);
    await expect(page.getByText("Continue in the GitHub window")).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
    await answerLate(page, second, bob.email);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("main")).toContainText(bob.email);
  });
});

test("a late response after Cancel signs nobody in, and shows no message", async ({ page }) => {
  await openInStoppedTime(page, "/auth/signin");
  const popup = await openPopup(page, "Sign in with Google");
  await lookAtPopup(page);
  await sever(page, popup);
  await page.clock.fastForward(POLL_MS);
  await expect(page.getByText(/If you closed it, choose Cancel\./)).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Cancel" }).click();
  await page.clock.resume();
  await expectUnheard(page, popup, newPerson().email);
  await expect(page).toHaveURL("/auth/signin");
  await expect(page.getByRole("main").getByRole("button", { name: "Sign in with Google" })).toBeEnabled();
  await expect(alert(page)).toHaveCount(0);
  await expectNobodyIn(page);
});
