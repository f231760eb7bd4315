import { adoptFirebaseSession, type FirebaseApp } from "../../adoption/adoption.ts";
import { sdkKeyOf } from "../../adoption/sdk-record.ts";
import { scopeOf, tryTo } from "../../lib/browser.ts";
import {
  type Persistence as ClientPersistence,
  indexedDbPersistence,
  memoryPersistence,
  sessionStoragePersistence,
} from "../../persistence/persistence.ts";
import { unsupportedError } from "../errors.ts";
import type { Persistence } from "../types.ts";

/** The project and the app whose session is stored. */
export type Place = FirebaseApp & { readonly namespace: string; readonly appName: string };

/** How to open the storage of each persistence. Kept in a map, because callers see the members of `Persistence`. */
const openers = new WeakMap<Persistence, (place: Place) => ClientPersistence>();

function createPersistence(
  type: Persistence["type"],
  open: (place: Place) => ClientPersistence,
): Persistence {
  const own = Object.freeze({ type });
  openers.set(own, open);
  return own;
}

const openLocalPersistence = ({ namespace }: Place) =>
  tryTo(() => globalThis.indexedDB) ? indexedDbPersistence(undefined, namespace) : memoryPersistence();

/** Shares the session with all tabs, and keeps it when the browser restarts. */
export const indexedDBLocalPersistence = /* @__PURE__ */ createPersistence("LOCAL", openLocalPersistence);
/** The same as `indexedDBLocalPersistence`, because a change in `localStorage` is not atomic. */
export const browserLocalPersistence = /* @__PURE__ */ createPersistence("LOCAL", openLocalPersistence);
/** Keeps the session for this tab. */
export const browserSessionPersistence = /* @__PURE__ */ createPersistence("SESSION", () =>
  tryTo(() => globalThis.sessionStorage) ? sessionStoragePersistence() : memoryPersistence(),
);
/** Keeps the session until the page closes. */
export const inMemoryPersistence = /* @__PURE__ */ createPersistence("NONE", memoryPersistence);
/** Not offered: the option `client: { custody }` keeps tokens out of the page. */
export const browserCookiePersistence = /* @__PURE__ */ createPersistence("COOKIE", ({ appName }) => {
  throw unsupportedError(
    appName,
    "Cookies as persistence are not supported. Keep sessions on your server with a custody",
  );
});

/** @throws AuthError `auth/operation-not-supported-in-this-environment` for cookies */
export const openPersistence = (chosen: Persistence, place: Place): ClientPersistence =>
  (openers.get(chosen) ?? memoryPersistence)(place);

/** Whether this tab has a session of its own, of this package or of Google's SDK. */
const hasSessionInTab = (place: Place): boolean =>
  !!tryTo(() => sessionStorage.getItem(scopeOf(place)) ?? sessionStorage.getItem(sdkKeyOf(place)));

/**
 * The storage to start with: the tab's, if it is among the given ones and has a session, and otherwise the first one.
 * It adopts a session of Google's SDK.
 */
export function chooseFirstPersistence(chosen: readonly Persistence[], place: Place): ClientPersistence {
  const [first = inMemoryPersistence] = chosen;
  const inTab = chosen.find(({ type }) => type === "SESSION");
  const used = inTab && hasSessionInTab(place) ? inTab : first;
  return adoptFirebaseSession(place, openPersistence(used, place));
}
