import type { Page } from "@playwright/test";

const EARLY = /\/assets\/early-[\w-]+\.js$/;

/**
 * Delays every script except the early one, as on a slow connection, until the test releases them or lets them fail.
 */
export const holdScripts = async (page: Page) => {
  let settle = (_isLost: boolean) => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    const isEarly = EARLY.test(new URL(route.request().url()).pathname);
    if (!isEarly && (await settled)) return route.abort("connectionreset");
    return route.continue();
  });
  return { release: () => settle(false), lose: () => settle(true) };
};

/** The bodies of forms that the browser submits itself, without the page's script. */
export const nativePosts = (page: Page) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts.push(request.postData() ?? "");
  });
  return posts;
};
