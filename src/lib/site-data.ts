/**
 * Everything of the browser that throws where a person blocks site data. Firefox throws a SecurityError from the mere
 * mention of sessionStorage and from `new BroadcastChannel`, so that no other file of the site names them.
 */

const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

export type KeptValues = {
  read(key: string): string | null;
  /** The value as JSON; undefined where there is none, or something else stands there. */
  readJson(key: string): unknown;
  /** False where the browser keeps nothing: the value lives as long as its page. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
};

const keptValues = (storage: () => Storage): KeptValues => ({
  read: (key) => attempt(() => storage().getItem(key)) ?? null,
  readJson: (key) => attempt(() => JSON.parse(storage().getItem(key) ?? "null")) ?? undefined,
  write: (key, value) =>
    attempt(() => {
      storage().setItem(key, value);
      return true;
    }) ?? false,
  remove: (key) => {
    attempt(() => storage().removeItem(key));
  },
});

/** For every tab and later visits. */
export const lastingValues = keptValues(() => window.localStorage);

/** For one tab, until it is closed. */
export const tabValues = (page: Window = window): KeptValues => keptValues(() => page.sessionStorage);

/** Between the tabs of this origin; absent where the browser refuses or has none. */
export const openChannel = (name: string): BroadcastChannel | undefined =>
  attempt(() => new BroadcastChannel(name));

/** Removes every service worker of this origin. */
export async function removeServiceWorkers(): Promise<void> {
  // Without site data there is none, and Firefox complains of the question.
  if (attempt(() => window.localStorage) === undefined) return;
  try {
    const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(registrations.map((registration) => registration.unregister()));
  } catch {
    // Without site data there is none.
  }
}
