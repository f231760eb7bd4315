/**
 * Every browser API that throws if site data is blocked. Firefox throws a SecurityError from any use of
 * sessionStorage, so no other file of the site names it.
 */
import { tryTo } from "@tallybin/platform/browser";
import * as v from "valibot";

const createKeptValues = (storage: () => Storage) => ({
  read: (key: string): string | null => tryTo(() => storage().getItem(key)) ?? null,
  /** The value of a schema, stored as JSON; undefined if it is missing or invalid. */
  readJson: <Schema extends v.GenericSchema>(
    key: string,
    schema: Schema,
  ): v.InferOutput<Schema> | undefined =>
    tryTo(() => v.parse(schema, JSON.parse(storage().getItem(key) ?? "null"))),
  /** False if the browser stores nothing: the value lives as long as its page. */
  write: (key: string, value: string): boolean =>
    tryTo(() => {
      storage().setItem(key, value);
      return true;
    }) ?? false,
  remove: (key: string): void => tryTo(() => storage().removeItem(key)),
});

/** Values for all tabs and later visits. */
export const lastingValues = createKeptValues(() => window.localStorage);

/** Values for one tab, until it is closed. */
export const tabValues = (page: Window = window) => createKeptValues(() => page.sessionStorage);

export async function removeServiceWorkers(): Promise<void> {
  // Without site data there are no locks, and Firefox logs a warning for the query.
  if (tryTo(() => window.localStorage) === undefined) return;
  try {
    const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
    await Promise.all(registrations.map((registration) => registration.unregister()));
  } catch {
    // Without site data there is no channel.
  }
}

/** Whether this browser may hold a session of Google's SDK, which keeps it in IndexedDB. True if it cannot tell. */
export const mayHoldSdkSession = (): Promise<boolean> =>
  Promise.resolve()
    .then(() => indexedDB.databases())
    .then(
      (all) => all.some(({ name }) => name === "firebaseLocalStorageDb"),
      () => true,
    );
