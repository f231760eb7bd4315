import { expect, test } from "../fixtures.ts";

test("a navigation to another page starts at the top, even with the back button, and a reload keeps the scroll position", async ({
  page,
}) => {
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.goto("/");
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.getByRole("banner").getByRole("link", { name: "About" }).first().click();
  await expect(page).toHaveURL("/about");
  await expect.poll(scrolled).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect.poll(scrolled).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 800));
  await page.reload();
  // A font that arrives after the browser has restored the position moves the text by a few pixels.
  await expect.poll(async () => Math.abs((await scrolled()) - 800)).toBeLessThan(10);
});

test("a page that cannot load the code of the local clock reports no error", async ({ page }) => {
  await page.route(/\/local-clock-/, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/local-clock-"));
  await page.goto("/");
  await lost;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // An uncaught error is reported before the page responds again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
});
