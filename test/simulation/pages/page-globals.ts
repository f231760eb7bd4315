import type { Scope } from "../../../packages/identity/test/support/load-code.ts";
import type { Page } from "../browser/page.ts";
import { storageOf } from "../browser/visit.ts";
import type { Profile } from "../profile.ts";
import type { Scheduler } from "../scheduler.ts";
import { ORIGIN } from "../site/backend.ts";
import type { Sdk } from "./sdk.ts";

const CONFIG = {
  mode: "production",
  origin: ORIGIN,
  providers: [],
  sms: "off",
  passkeys: false,
  analytics: null,
  breachedPasswords: false,
  contactEndpoint: "/contact",
  newsletterEndpoint: "/newsletter",
  documents: { url: ORIGIN },
  plans: {},
  pictureHosts: [],
  local: null,
};
const IDLE_WITHIN_MS = 2000;
/** Modes of a line on which no chunk arrives. */
const FAILING = /offline|loses|unavailable|html/;

type Parts = { scheduler: Scheduler; profile: Profile; sdk: Sdk };

/** The site's configuration, as its pages carry it. */
export const configOf = ({ app }: Sdk) => ({
  ...CONFIG,
  identity: { ...app, identityToolkitUrl: "/identitytoolkit", secureTokenUrl: "/securetoken" },
});

/** The globals of the site's code in a page, and how its chunks arrive. */
export function scopeOf(page: Page, { scheduler, profile, sdk }: Parts): Omit<Required<Scope>, "given"> {
  const { line, windows } = profile;
  const timers = new Map<number, () => void>();
  let started = 0;
  const setTimeout = (run: () => void, ms = 0): number => {
    started += 1;
    timers.set(started, scheduler.after(ms + page.luck.between(0, 4), run, page));
    return started;
  };
  const localStorage = storageOf(new Map());
  const { sessionStorage } = windows.forPage(page);
  /** Modules that have arrived stay. */
  const arrived = new Set<string>();
  const fetchChunk = (file: string, load: () => Promise<unknown>): Promise<unknown> => {
    if (arrived.has(file) || !file.startsWith("src/")) return load();
    return new Promise((resolve, reject) => {
      const mode = line.mode();
      if (mode === "silent") return;
      const arrive = () => {
        if (FAILING.test(mode)) return reject(new TypeError("Failed to fetch dynamically imported module"));
        arrived.add(file);
        load().then(resolve, reject);
      };
      page.post(arrive, mode === "slow" ? page.luck.between(500, 40_000) : page.luck.between(5, 120));
    });
  };
  const globals = {
    window: {
      location: { origin: ORIGIN },
      localStorage,
      sessionStorage,
      setTimeout,
      requestIdleCallback: (work: () => void) => page.post(work, page.luck.between(0, IDLE_WITHIN_MS)),
    },
    document: { getElementById: () => ({ textContent: JSON.stringify(configOf(sdk)) }) },
    indexedDB: sdk.forPage(page),
    localStorage,
    sessionStorage,
    BroadcastChannel: function open(name: string) {
      return profile.channels.forPage(page, name);
    },
    setTimeout,
    clearTimeout: (id: number) => timers.get(id)?.(),
    fetch: () => Promise.reject(new TypeError("Failed to fetch")),
  };
  return {
    globals: { ...globals, globalThis: Object.assign(Object.create(globalThis), globals) },
    fetchChunk,
  };
}
