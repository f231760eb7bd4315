import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { watchRequests } from "../support.ts";
import { openToTheEnd } from "./support.ts";

const watchFonts = (page: Page) => watchRequests(page, (request) => request.resourceType() === "font");

test("a page on a slow connection loads no font", async ({ page }) => {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { effectiveType: "3g" });
    Object.defineProperty(navigator, "connection", { value: connection });
  });
  const fonts = watchFonts(page);
  for (const path of ["/", "/auth/signin"]) await openToTheEnd(page, path);
  expect(fonts).toEqual([]);
});

test("a page loads the small fonts of its texts, and loads the complete font once another character appears", async ({
  page,
}) => {
  const fonts = watchFonts(page);
  const complete = () => fonts.filter((font) => font.url().includes("-latin-"));
  await openToTheEnd(page, "/contact");
  expect(fonts).not.toEqual([]);
  expect(complete()).toEqual([]);
  await page.getByRole("main").getByLabel("Name").fill("José");
  await expect.poll(complete).toHaveLength(1);
});
