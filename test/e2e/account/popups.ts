import { expect, type Page } from "@playwright/test";
import { completeConsent } from "@tallybin/local-services/playwright";

/** The poll interval for a closed window, and the grace period after it, each with a small margin. */
export const POLL_MS = 2_100;
export const GRACE_MS = 2_100;

/** Pages whose clock the test controls. */
const stopped = new WeakSet<Page>();
/** The poll interval for the window's arrival at the site's first page, with a small margin. */
const LANDING_MS = 110;

/** Clicks a button that opens a provider's window, and returns that window. */
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

/** Continues at the simulated provider as the person with this address. */
export const consentAs = async (popup: Page, email: string, { isVouchedFor = true } = {}) => {
  await completeConsent(popup, { email, isVerified: isVouchedFor });
};

/**
 * Opens a page whose clock the test controls, so that a busy machine has no effect. The page keeps a reference to its
 * window for the test.
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
  // Wait for hydration before the clock stops, because hydration needs timers.
  await expect(page.getByRole("button", { name: /with Google/ })).not.toHaveAttribute("data-hold");
  await page.clock.pauseAt(Date.now() + 60_000);
  stopped.add(page);
};

/** Waits until the page sees its window closed too. */
const expectOutOfSight = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Reflect.get(Reflect.get(window, "popupUnderTest"), "closed")))
    .toBe(true);

export const closeInSight = async (page: Page, popup: Page) => {
  await popup.close();
  await expectOutOfSight(page);
};

/**
 * The user looks at the window, not at the page. Playwright gives every page the focus, so the test has to simulate
 * that.
 */
export const lookAtPopup = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false;
  });

/** The effect of a provider's opener policy: the window stays open, but looks closed to its opener. */
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
  // The page navigates itself, like a provider's next page, so that it keeps its sessionStorage.
  await popup.evaluate(() => window.location.reload());
  await expectOutOfSight(page);
};

/**
 * Continues in a window that the page no longer waits for. Resolves once the page has received the response: messages
 * of one channel arrive in order, and this sends one after it.
 */
export const answerLate = async (page: Page, popup: Page, email: string) => {
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
  await consentAs(popup, email);
  await heard;
};
