import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { accessOf } from "../../../src/config/paths.ts";
import { expect, test } from "../customer.ts";
import { paired } from "../matrix.ts";
import { accountMenu } from "../support.ts";

const { pages }: { pages: Record<string, unknown> } = JSON.parse(
  readFileSync("dist/site/routes.json", "utf8"),
);
const PATHS = [
  ...Object.keys(pages).filter((path) => !path.startsWith("/oauth/")),
  "/no/such-page",
  "/firebase-action?mode=signIn&oobCode=a",
];

/** Either way, texts have twice their size; only a browser's own setting also changes where the layout does. */
const WAYS = {
  "by the page's style": (page: Page) =>
    page.addInitScript(() =>
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      }),
    ),
  "by the browser's setting": async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  },
};

/** Texts and controls that reach beyond the window, also those that a section cuts off. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("a, button, input, textarea, p, h1, h2, h3, li, dd, code, [role=menuitem]")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest("[class*=skip], pre, table"))
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100)),
  );

const measure = async (page: Page, isIn: boolean) => {
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    const texts = await beyond(page);
    if (wide > 0 || texts.length > 0) found[name] = [`${wide} px`, ...texts];
  };
  // Nightly, each user opens every page. Otherwise a customer opens those that a visitor does not see, and the first.
  for (const path of PATHS.filter(
    (path) => isWhole || path === "/" || (accessOf(path) === "account") === isIn,
  )) {
    await page.goto(path);
    await expect(page.locator("main h1").first()).toBeVisible();
    if (isIn) await expect(accountMenu(page)).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await look(path);
  }
  const toggle = page.getByRole("banner").getByRole("button", { name: /menu$/ });
  if (await toggle.isVisible()) await toggle.click();
  await look("open menu");
  if (!isIn) return found;
  await accountMenu(page).click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await look("open account menu");
  return found;
};

test.use({ viewport: { width: 320, height: 640 } });

const USERS = { "a visitor": undefined, "a signed-in customer": "verified customer" } as const;

for (const [[way, enlarge], [user, signedInAs]] of paired(Object.entries(WAYS), Object.entries(USERS)))
  test.describe(() => {
    test.use({ signedInAs });

    test(`no page scrolls sideways for ${user} at 320 px when text size is doubled ${way}`, async ({
      page,
    }) => {
      test.slow();
      await enlarge(page);
      expect(await measure(page, signedInAs !== undefined)).toEqual({});
    });
  });
