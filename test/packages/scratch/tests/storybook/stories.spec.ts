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
