import { browserLocks } from "@tallybin/platform/browser";
import { randomId } from "../lib/browser.ts";
import type { Persistence } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";
import { createTabPlatform } from "./tab-platform.ts";

/** The browser's APIs. In Node most of them are missing, and the client works without them. */
export const createBrowserPlatform = (namespace?: string): Platform & { persistence: Persistence } => ({
  ...createTabPlatform(namespace),
  now: () => Date.now(),
  random: randomId,
  fetch: (...request) => globalThis.fetch(...request),
  locks: browserLocks(),
  isMobile: !!globalThis.matchMedia?.("(pointer: coarse) and (max-width: 48rem)").matches,
});
