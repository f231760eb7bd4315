import type { APIRequestContext, Browser, BrowserContextOptions, Page } from "@playwright/test";
import { SETTINGS } from "../account/support.ts";
import { expect, openRows } from "../fixtures.ts";
import { newAccount, storedSession } from "../session.ts";
import { fillSignIn, type Person } from "../support.ts";

/** The settings section with the sessions. */
export const sessionsCard = (page: Page) => page.getByRole("region", { name: "Where you’re signed in" });

/** Signs in by the form, and ends on the settings page. */
export const signInToSettings = async (page: Page, person: Person) => {
  await page.goto(`/auth/signin?next=${encodeURIComponent(SETTINGS)}`);
  await fillSignIn(page, person);
  await expect(page).toHaveURL(SETTINGS);
};

/** What a phone calls itself. */
export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

type Fixtures = { page: Page; browser: Browser; request: APIRequestContext; baseURL: string | undefined };

/** One user on the settings page of two browsers, which share no data. */
export const twoBrowsers = async (
  { page, browser, request, baseURL }: Fixtures,
  options: BrowserContextOptions = {},
) => {
  const ada = await newAccount(request);
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), ...options });
  await context.addInitScript(openRows);
  const other = { context, page: await context.newPage() };
  await signInToSettings(other.page, ada);
  await signInToSettings(page, ada);
  return { ada, other, card: sessionsCard(page) };
};

/** The page's ID of this browser's session, or its refresh token while the browser holds it. */
export const sessionIdIn = async (page: Page): Promise<string> => {
  const session = await storedSession(page);
  return session?.handle ?? session?.refreshToken ?? "";
};
