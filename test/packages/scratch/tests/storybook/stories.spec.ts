import { expect, test } from "@playwright/test";

test("one story starts signed in, and the next story starts signed out in the same browser", async ({
  page,
}) => {
  const open = (story: string) => page.goto(`/iframe.html?id=account--${story}&viewMode=story`);
  await open("signed-in");
  await expect(page.locator("#who")).toHaveText("signed in: petra@example.test");
  await open("signed-out");
  await expect(page.locator("#who")).toHaveText("signed-out");
});

test("a story shows its own user when the reader comes from another story of the same page", async ({
  page,
}) => {
  await page.goto("/?path=/story/account--signed-out");
  const who = page.frameLocator("#storybook-preview-iframe").locator("#who");
  await expect(who).toHaveText("signed-out");
  await page.locator("[data-item-id=account--signed-in] a").click();
  await expect(who).toHaveText("signed in: petra@example.test");
  await page.locator("[data-item-id=account--signed-out] a").click();
  await expect(who).toHaveText("signed-out");
});

test("a call of a story to Google that no local service answers never leaves this machine", async ({
  page,
}) => {
  const outside: string[] = [];
  await page.context().route(/googleapis\.com/, (route) => {
    if (route.request().serviceWorker()) outside.push(route.request().url());
    return route.abort();
  });
  await page.goto("/iframe.html?id=account--signed-in&viewMode=story");
  await expect(page.locator("#who")).toHaveText("signed in: petra@example.test");
  const refused = await page.evaluate(() =>
    fetch("https://storage.googleapis.com/v1/anything").then(
      () => "answered",
      () => "refused",
    ),
  );
  expect([refused, outside]).toEqual(["refused", []]);
});
