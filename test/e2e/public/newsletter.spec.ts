import type { Route } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { newAccount, signOut } from "../session.ts";
import { accountMenu, fillSignIn, signInLink } from "../support.ts";
import { answerWith, NEWSLETTER_API, newsletter, open } from "./support.ts";

const DONE = "You are now subscribed!";
const UNJUDGED = '{"status":"error","code":"unknown-token-key","message":"Try again.","data":null}';
const ENDED = '{"status":"error","code":"auth/invalid-user-token","message":"Sign in again.","data":null}';

test("without the code of the newsletter form, the browser's rule decides which address is subscribed", async ({
  page,
}) => {
  await page.route(/\/assets\/fields.*\.js$/, (route) => route.abort());
  await open(page, "/tech");
  const { footer, email, send } = newsletter(page);
  for (const typed of ["", "ada", "ada@", "@example.com", "ada lovelace@example.com", "ada@example..com"]) {
    await email.fill(typed);
    await send.click();
    await expect(email, typed).toHaveAttribute("aria-invalid", "true");
    await expect(email, typed).toHaveAccessibleDescription(/\S/);
    await expect(footer.getByText(DONE)).toBeHidden();
    await email.fill("ada@example.com");
    await expect(email).not.toHaveAttribute("aria-invalid");
  }
  await send.click();
  await expect(footer.getByText(DONE)).toBeVisible();
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("a subscription waits at most 3 s for the token of a session that does not answer", async ({
    page,
    customer,
  }) => {
    await page.clock.install();
    await page.goto("/about");
    await expect(accountMenu(page)).toBeVisible();
    await page.route(/securetoken/, () => undefined); // never answers
    await page.clock.fastForward(2 * 3_600_000);
    await newsletter(page).email.fill(customer.email);
    const sent = page.waitForRequest(NEWSLETTER_API);
    await newsletter(page).send.click();
    await expect(newsletter(page).footer.getByText(DONE)).toBeVisible();
    await page.clock.runFor(3000);
    expect((await sent).headers()["authorization"]).toBe("Bearer undefined");
  });

  test("a subscription whose token the server cannot judge leaves the user signed in", async ({
    page,
    customer,
  }) => {
    await page.goto("/about");
    await expect(accountMenu(page)).toBeVisible();
    await page.route(NEWSLETTER_API, answerWith(UNJUDGED, 401), { times: 1 });
    const { footer, email, send } = newsletter(page);
    await email.fill(customer.email);
    const answered = page.waitForResponse(NEWSLETTER_API);
    await send.click();
    expect((await answered).status()).toBe(401);
    await expect(footer.getByText(DONE)).toBeVisible();
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
  });

  test("a late refusal of an earlier user's subscription does not sign out a newer user", async ({
    page,
    customer,
    request,
  }) => {
    const bob = await newAccount(request, "bob");
    await page.goto("/about");
    await expect(accountMenu(page)).toBeVisible();
    const held = new Promise<Route>((resolve) => {
      void page.route(NEWSLETTER_API, resolve, { times: 1 });
    });
    await newsletter(page).email.fill(customer.email);
    await newsletter(page).send.click();
    const refuse = await held;
    await signOut(page);
    await signInLink(page).click();
    await fillSignIn(page, bob);
    await expect(accountMenu(page)).toBeVisible();
    const refused = page.waitForResponse(NEWSLETTER_API);
    await answerWith(ENDED, 401)(refuse);
    await refused;
    await page.getByRole("banner").getByRole("link", { name: "About" }).click();
    await expect(page).toHaveURL("/about");
    await expect(accountMenu(page)).toBeVisible();
  });
});
