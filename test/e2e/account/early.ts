import type { Page } from "@playwright/test";

const EARLY = /\/assets\/early-[\w-]+\.js$/;
const isEarly = (address: string) => EARLY.test(new URL(address).pathname);

/** Delays all that a page does not need for its first paint, until the test releases it. */
export const holdAfterFirstPaint = async (page: Page) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*", async (route) => {
    const request = route.request();
    const isNeeded = ["document", "stylesheet"].includes(request.resourceType()) || isEarly(request.url());
    if (!isNeeded) await released;
    await route.continue();
  });
  return () => release();
};

/**
 * Delays every script except the early one, as on a slow connection, until the test releases them or lets them fail.
 */
export const holdScripts = async (page: Page) => {
  let settle = (_isLost: boolean) => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    if (!isEarly(route.request().url()) && (await settled)) return route.abort("connectionreset");
    return route.continue();
  });
  return { release: () => settle(false), lose: () => settle(true) };
};

/** Delays React, the last script of a page, until the test releases it or lets it fail. */
export const holdReact = async (page: Page) => {
  let settle = (_isLost: boolean) => {};
  const settled = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  await page.route("**/assets/react-*.js", async (route) =>
    (await settled) ? route.abort("connectionreset") : route.continue(),
  );
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
