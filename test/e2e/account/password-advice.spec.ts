import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { hold } from "../support.ts";
import { card, field, SETTINGS } from "./support.ts";

test.use({ signedInAs: "unverified" });
test.beforeEach(({ page }) => page.goto(SETTINGS).then(() => undefined));

const section = (page: Page) => card(page, "Password");
const button = (page: Page) => section(page).getByRole("button", { name: "Change password" });

test("a press reaches the button although advice on the password appears during the press", async ({
  page,
  customer,
}) => {
  const { release } = await hold(page, /\/assets\/judge.*\.js$/);
  await field(page, "Password", "Current password").fill(customer.password);
  await field(page, "Password", "New password").fill("abc");
  await field(page, "Password", "Confirm password").fill("abc");
  await button(page).hover();
  await page.mouse.down();
  release();
  await expect(section(page)).toContainText("Very easy to guess");
  await page.mouse.up();
  await expect(section(page).getByRole("alert")).toContainText(/too weak/);
});

test("advice on a password does not move the button below it, whatever its length and the page's width", async ({
  page,
}) => {
  const ratings = [
    { password: "example correct horse battery", advice: "Strong" },
    { password: "baseball", advice: "one of the hundred most common" },
    { password: "abc", advice: "Sequences such as abc" },
  ];
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const tops: number[] = [];
    for (const { password, advice } of ratings) {
      await field(page, "Password", "New password").fill(password);
      await expect(section(page)).toContainText(advice);
      tops.push(await button(page).evaluate((element) => (element as HTMLElement).offsetTop));
    }
    expect(tops, `at ${width} pixels`).toEqual(tops.map(() => tops[0]));
  }
});
