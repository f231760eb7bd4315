import { expect, test } from "../fixtures.ts";
import { contact, newsletter, open, PUBLIC_PATHS, sidewaysOverflow } from "./support.ts";

const NARROW = { width: 320, height: 640 };
/** A window of 1280 px at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 };

for (const path of PUBLIC_PATHS)
  test(`${path} fits 320 px, a zoom of 200 % and letters of twice the size without scrolling sideways`, async ({
    page,
  }) => {
    await page.setViewportSize(NARROW);
    await open(page, path);
    expect(await sidewaysOverflow(page), "320 px").toEqual([]);
    await page.setViewportSize(ZOOMED);
    expect(await sidewaysOverflow(page), "200 %").toEqual([]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await sidewaysOverflow(page), "twice the letters").toEqual([]);
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of PUBLIC_PATHS)
    test(`${path} can be read, and its links and way in are there`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link", { name: "Customer Login" })).toBeVisible();
      await expect(page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" })).toBeVisible();
      await expect(newsletter(page).send).toBeDisabled();
      await expect(newsletter(page).footer.locator("noscript p")).toBeVisible();
    });

  test("the forms name an address to write to instead", async ({ page }) => {
    await page.goto("/contact");
    await expect(contact(page).send).toBeDisabled();
    await expect(contact(page).form.locator("noscript a")).toHaveAttribute(
      "href",
      "mailto:hello@tallybin.example",
    );
    await expect(contact(page).form.locator("noscript a")).toBeVisible();
  });

  test("a phone shows its menu", async ({ page }) => {
    await page.setViewportSize(NARROW);
    await page.goto("/");
    await expect(
      page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Technology" }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
  });
});

test.describe("with forced colors", () => {
  test.use({ forcedColors: "active" });

  for (const path of ["/", "/contact", "/solutions"])
    test(`${path}: every button has an edge and every figure keeps its words`, async ({ page }) => {
      await open(page, path);
      const edgeless = await page.evaluate(() =>
        [...document.querySelectorAll("main button, main a[class*=button], footer button, input, textarea")]
          .filter((element) => {
            const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
            return (
              element.checkVisibility() && (borderTopWidth === "0px" || borderTopColor === backgroundColor)
            );
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
      );
      expect(edgeless).toEqual([]);
    });
});
