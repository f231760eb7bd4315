import { expect, test } from "../customer.ts";
import { accountMenu } from "../support.ts";
import { NEWSLETTER_API, newsletter, open } from "./support.ts";

const DONE = "You are now subscribed!";

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
});
