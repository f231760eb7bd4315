import { expect } from "@playwright/test";
import { faultsIn } from "../axe.ts";
import { test } from "../worker.ts";

test("the check of a page reports text below the contrast of AAA, and below that of AA in colors that are given", async ({
  page,
}) => {
  const text = (gray: string, given = "") => `<p ${given}style="color: ${gray}">${gray}</p>`;
  const given = 'data-offer="facebook.com" ';
  await page.setContent(`<html lang="en"><title>Contrast</title><main><h1>Contrast</h1>
    ${text("#999")}${text("#666")}${text("#444")}${text("#999", given)}${text("#666", given)}</main>`);
  expect(await faultsIn(page)).toEqual([
    `color-contrast-enhanced: ${text("#999")} ${text("#666")} ${text("#999", given)}`,
  ]);
});
