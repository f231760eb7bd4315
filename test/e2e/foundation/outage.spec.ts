import { expect, newPerson, test } from "../fixtures.ts";
import { accountMenu, fillSignUp } from "../support.ts";

const HOUR_MS = 3_600_000;

test("a session survives an outage of the services, and the page shows that the session is reconnecting", async ({
  page,
  site,
}) => {
  const ada = newPerson();
  await page.clock.install();
  await page.goto(`${site.origin}/auth/signup`);
  await fillSignUp(page, ada);
  await expect(page).toHaveURL(`${site.origin}/dashboard`);

  await site.stop();
  await page.clock.fastForward(HOUR_MS);
  const banner = page.getByRole("status").filter({ hasText: /reconnecting/i });
  await expect(banner).toBeVisible();
  await expect(accountMenu(page)).toBeVisible();

  await site.start();
  // The page has a second one if the outage began before the code of the document had loaded.
  await banner.getByRole("button", { name: "Try again" }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(ada.email);

  await page.reload();
  await expect(accountMenu(page)).toBeVisible();
});
