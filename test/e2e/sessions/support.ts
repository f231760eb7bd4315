import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { SETTINGS } from "../account/support.ts";
import { fillSignIn, type Person } from "../support.ts";

/** The settings section with the sessions. */
export const sessionsCard = (page: Page) => page.getByRole("region", { name: "Where you’re signed in" });

/** Signs in by the form, and ends on the settings page. */
export const signInToSettings = async (page: Page, person: Person) => {
  await page.goto(`/auth/signin?next=${encodeURIComponent(SETTINGS)}`);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(SETTINGS);
};

/** Another browser, without any data of the first. */
export const anotherBrowser = async (browser: Browser, baseURL: string | undefined, userAgent?: string) => {
  const context: BrowserContext = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    ...(userAgent === undefined ? {} : { userAgent }),
  });
  return { context, page: await context.newPage() };
};

/** The page's ID of this browser's session. */
export const sessionIdIn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("tallybin-identity");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("values").objectStore("values").getAll();
          reading.onsuccess = () => {
            opening.result.close();
            const [record] = reading.result;
            resolve(String(record?.session?.refreshToken ?? "").replace("session:", ""));
          };
        };
      }),
  );
