import { expect, type Page } from "@playwright/test";

/** How often the page looks whether a window is closed, and how long it waits once it was; a little more of each. */
export const POLL_MS = 2_100;
export const GRACE_MS = 2_100;

/** Pages whose time stands still. */
const stopped = new WeakSet<Page>();
/** How often a page looks whether its window has arrived at the site's own first page; a little more of it. */
const LANDING_MS = 110;

/** Clicks a button that opens a provider's window, and hands that window out. */
export const openPopup = async (page: Page, button: string): Promise<Page> => {
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("main").getByRole("button", { name: button }).click(),
  ]);
  if (stopped.has(page)) {
    await popup.waitForURL(({ href }) => href !== "about:blank");
    await page.clock.runFor(LANDING_MS);
  }
  await popup.getByRole("heading", { name: /pretend|Sign in with/ }).waitFor();
  return popup;
};

/** Goes on at the pretend provider as somebody with this address. */
export const consentAs = async (popup: Page, email: string, { isVouchedFor = true } = {}) => {
  await popup.getByLabel("E-mail").fill(email);
  await popup.getByRole("checkbox").setChecked(isVouchedFor);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Add and continue" }).click();
  await closed;
};

/**
 * Opens a page whose time stands still until a test moves it, so that a busy machine decides nothing. The page keeps
 * its hold of the window it opens, for the test to look through.
 */
export const openInStoppedTime = async (page: Page, path: string) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (...given) => {
      const popup = open(...given);
      Object.assign(window, { popupUnderTest: popup });
      return popup;
    };
  });
  await page.goto(path);
  await expect(page.getByRole("main").getByRole("button", { name: /with Google/ })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  stopped.add(page);
};

/** Waits until the page, too, sees its window closed. */
const expectOutOfSight = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Reflect.get(Reflect.get(window, "popupUnderTest"), "closed")))
    .toBe(true);

export const closeInSight = async (page: Page, popup: Page) => {
  await popup.close();
  await expectOutOfSight(page);
};

/**
 * The user looks at the window, not at the page. Playwright tells every page that it has the focus, so that the page
 * has to be told otherwise.
 */
export const lookAtPopup = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false;
  });

/** What a provider's opener policy does: the window lives on, and to the page that opened it looks closed. */
export const sever = async (page: Page, popup: Page) => {
  const { href } = new URL(popup.url());
  await page.context().route(href, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    return route.fulfill({
      response,
      headers: { ...response.headers(), "cross-origin-opener-policy": "same-origin" },
    });
  });
  // By the page itself, as a provider's next page is reached: it keeps what its tab remembers.
  await popup.evaluate(() => window.location.reload());
  await expectOutOfSight(page);
};

/**
 * Goes on in a window the page has stopped waiting for. Its answer has been heard by the page once this resolves:
 * messages of one channel arrive in their order, and the page is asked on that channel.
 */
export const answerLate = async (
  page: Page,
  popup: Page,
  email: string,
  options?: { isVouchedFor: boolean },
) => {
  const heard = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel("tallybin-identity:callback");
        channel.onmessage = () => {
          channel.close();
          resolve();
        };
      }),
  );
  await consentAs(popup, email, options);
  await heard;
};
