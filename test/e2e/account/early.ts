import type { Page } from "@playwright/test";
import { hold, watchRequests } from "../support.ts";

/** Delays every script except the early one, as on a slow connection. */
export const holdScripts = (page: Page) => hold(page, /\/assets\/(?!early-)[^/]*\.js$/);

/** Delays React, the last script of a page. */
export const holdReact = (page: Page) => hold(page, /\/assets\/react-[^/]*\.js$/);

/** The forms that the browser submits itself, without the page's script. */
export const nativePosts = (page: Page) =>
  watchRequests(page, (request) => request.isNavigationRequest() && request.method() === "POST");
