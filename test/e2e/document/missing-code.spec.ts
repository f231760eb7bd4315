import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { hold } from "../support.ts";

test.use({ signedInAs: "unverified" });

const CODE = /\/assets\/open-document\.lazy-[^/]*\.js$/;
const UNREAD = "Your extra user data could not be fetched.";

/** Blocks the chunk with the document client until the test releases it. */
const withoutCode = async (page: Page) => {
  let refused = 0;
  await page.route(CODE, (route) => {
    refused += 1;
    return route.abort();
  });
  return { refused: () => refused, restore: () => page.unroute(CODE) };
};

test("the page reports after 30 s that the user document's code is missing, and uses the code once it arrives", async ({
  page,
}) => {
  const code = await hold(page, CODE);
  await page.clock.install();
  await page.goto("/dashboard");
  await code.asked;
  const alert = page.getByRole("alert").filter({ hasText: UNREAD });
  // The page preloads the code, so the request does not tell when the wait for it has begun.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(alert).toBeVisible({ timeout: 500 });
  }).toPass();
  code.release();
  await expect(page.getByText("None", { exact: true })).toBeVisible();
  await expect(alert).toBeHidden();
});

test("a reconnecting session loads the user document's code again after an earlier load failed", async ({
  page,
  failures,
}) => {
  const code = await withoutCode(page);
  await page.clock.install();
  await page.goto("/dashboard");
  const alert = page.getByRole("alert").filter({ hasText: UNREAD });
  await expect(alert).toBeVisible();
  await failures.add({ endpoint: ["accounts:lookup", "token"], fault: { kind: "cut" } });
  await page.clock.fastForward("01:00:00");
  const banner = page.getByRole("status").filter({ hasText: /reconnecting/i });
  await expect(banner).toBeVisible();
  await code.restore();
  await failures.clear();
  await banner.getByRole("button", { name: "Try again" }).click();
  await expect(banner).toHaveCount(0);
  await expect(alert).toBeHidden();
});
