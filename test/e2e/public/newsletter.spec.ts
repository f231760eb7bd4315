import type { Page, Request } from "@playwright/test";
import { holdReact } from "../account/early.ts";
import { expect, test } from "../customer.ts";
import { accountMenu, watchCalls } from "../support.ts";
import { NEWSLETTER_API, newsletter, open } from "./support.ts";

const DONE = "You are now subscribed!";

const watchSubscriptions = (page: Page) => watchCalls(page, /\/api\/newsletter$/);
const bodiesOf = (calls: Request[]) => calls.map((call) => call.postData());

/** Opens a page whose React does not come, and subscribes. */
const subscribeEarly = async (page: Page, text: string, path = "/") => {
  const react = await holdReact(page);
  await page.goto(path, { waitUntil: "commit" });
  const { email, send } = newsletter(page);
  await email.fill(text);
  await send.click();
  return react;
};

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

// React is the last file of a page. The subscription of an early press does not wait for it.

test("a newsletter subscription made before React loads is sent at once, and React then shows a thank-you message", async ({
  page,
}) => {
  const sent = watchSubscriptions(page);
  const asked = page.waitForRequest(NEWSLETTER_API);
  const react = await subscribeEarly(page, "ada@example.com");
  expect((await asked).headers()["authorization"]).toBe("Bearer undefined");
  const { footer, send } = newsletter(page);
  await expect(send).toHaveAttribute("aria-busy", "true");
  await send.click();
  react.release();
  await expect(footer.getByText(DONE)).toBeFocused();
  expect(bodiesOf(sent)).toEqual(['{"email":"ada@example.com"}']);
});

test("an invalid newsletter address entered before React loads is reported at once, and React keeps the message", async ({
  page,
}) => {
  const sent = watchSubscriptions(page);
  const react = await subscribeEarly(page, "ada@", "/about");
  const { email, footer } = newsletter(page);
  const problem = "There is no domain, such as example.com, after the @ in this address";
  await expect(email).toHaveAccessibleDescription(problem);
  await expect(email).toBeFocused();
  react.release();
  await expect(page.locator("footer form:not([data-hold])")).toHaveCount(1);
  await expect(email).toHaveAccessibleDescription(problem);
  expect(sent).toEqual([]);
  await email.fill("ada@example.com");
  await email.press("Enter");
  await expect(footer.getByText(DONE)).toBeVisible();
  await expect.poll(() => bodiesOf(sent)).toEqual(['{"email":"ada@example.com"}']);
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

  test("a signed-in user's subscription made before React loads carries the user's token", async ({
    page,
    customer,
  }) => {
    const sent = watchSubscriptions(page);
    const asked = page.waitForRequest(NEWSLETTER_API);
    const react = await subscribeEarly(page, customer.email, "/about");
    expect((await asked).headers()["authorization"]).toMatch(/^Bearer ey/);
    react.release();
    await expect(newsletter(page).footer.getByText(DONE)).toBeVisible();
    await expect(accountMenu(page)).toBeVisible();
    expect(sent).toHaveLength(1);
  });
});
