import { expect, type Page } from "@playwright/test";
import { openTab, stateOf, test } from "./fixture/test.ts";

/** `undefined` also while the page loads. */
const uidOf = (page: Page) =>
  page.evaluate(() => ("fixture" in window ? window.fixture.outcome.uid : undefined));
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("a redirect to a provider on another origin signs the user in once and returns to the requested path", async ({
  context,
  app,
}) => {
  const page = await openTab(context, app);
  await page.getByRole("button", { name: "Go and sign in" }).click();
  await page.locator("#allow").click();
  await expect(page).toHaveURL(`${app.origin}/back?tab=1`);
  await expect.poll(() => uidOf(page)).toBe("ada");
  expect(await stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
  expect(await kept(page)).toBe("{}");

  const calls = app.counts.others;
  await page.reload();
  await expect.poll(() => uidOf(page)).toBe("nobody");
  await expect.poll(() => stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
  // A start makes one lookup, and does not send the provider's response again.
  await expect.poll(() => app.counts.others).toBe(calls + 1);
});
