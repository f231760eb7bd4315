import type { Page } from "@playwright/test";
import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { expect, test } from "../customer.ts";
import { PUBLIC_PATHS } from "../public/support.ts";
import { newAccount } from "../session.ts";
import { accountMenu, expectHydrated, fillSignIn, hold } from "../support.ts";

const WIDTHS = isWhole ? [320, 360, 390, 768, 1280] : [360, 1280];
const MAX_SHIFT = 0.02;
const FORMS = ["/auth/signup", "/auth/signin", "/auth/forgotpass", "/auth/changepass"];

/** How far things have moved on a page whose fonts come last, by Chromium's measure, with the elements that moved. */
async function shiftOf(
  page: Page,
  path: string,
  isComplete: () => Promise<void>,
): Promise<{ sum: number; moved: string[] }> {
  const fonts = await hold(page, /\.woff2$/);
  await page.goto(path, { waitUntil: "commit" });
  await expectHydrated(page, "footer");
  fonts.release();
  await isComplete();
  await page.evaluate(() => document.fonts.ready);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        const seen = { sum: 0, moved: [] as string[] };
        const observer = new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            if (hadRecentInput) continue;
            seen.sum += value;
            seen.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ""));
          }
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Buffered entries arrive in a task of their own, after the next frame.
        requestAnimationFrame(() => setTimeout(() => resolve(seen)));
      }),
  );
}

for (const [place, width] of WIDTHS.entries()) {
  /** Each page at one width, or at every width. */
  const some = (paths: readonly string[]) =>
    paths.filter((_, index) => isWhole || index % WIDTHS.length === place);
  const look = async (page: Page, paths: readonly string[], isComplete: () => Promise<void>) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of paths) {
      const { sum, moved } = await shiftOf(page, path, isComplete);
      expect.soft(sum, `${path}: ${moved.join(" | ")}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
  };
  test(`nothing moves while a public page or a form loads at a width of ${width} px`, async ({ page }) => {
    await look(page, some([...PUBLIC_PATHS, ...FORMS, "/firebase-action"]), () =>
      page.waitForLoadState("networkidle"),
    );
  });
  test.describe(() => {
    test.use({ signedInAs: "unverified" });
    test(`nothing moves while a signed-in user's page loads at a width of ${width} px`, async ({ page }) => {
      await look(page, some(["/dashboard", "/settings/general", "/about", "/"]), () =>
        expect(accountMenu(page)).toBeVisible(),
      );
    });
  });
}

/** The distance of every service, because on loopback answers arrive before the next frame. */
const DISTANCE_MS = 200;
const SERVICES = /\/(?:identitytoolkit|securetoken)\.googleapis\.com\/|\/v1\/projects\/|\/api\//;

for (const width of isWhole ? WIDTHS : [360])
  test(`nothing moves on the dashboard after a sign-in with services at a distance, at a width of ${width} px`, async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    await page.setViewportSize({ width, height: 740 });
    await page.route(SERVICES, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DISTANCE_MS));
      await route.continue();
    });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Reflect.set(window, "moved", moved);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value = 0, hadRecentInput = false, sources = [] } = Object(entry);
          if (hadRecentInput || location.pathname !== "/dashboard") continue;
          for (const { node } of sources)
            moved.push(`${value.toFixed(3)} ${node?.textContent?.slice(0, 40)}`);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/auth/signin");
    await expectHydrated(page, "main");
    await fillSignIn(page, ada);
    await expect(page.getByRole("region", { name: "Verify your email address" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Account" })).not.toContainText("Not known yet");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
  });
