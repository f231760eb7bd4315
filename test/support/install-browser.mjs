/** Finds or installs the browsers of `npm test`, before several of its tests look for one at the same time. */
import { ensureBrowser, ensureHeadlessShell } from "./browser.mjs";

ensureHeadlessShell(ensureBrowser());
