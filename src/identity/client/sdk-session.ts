/**
 * Whether Google's SDK has made its database in this browser, which may hold a session. A browser that can't tell may
 * have one.
 */
export const mayHoldSdkSession = (): Promise<boolean> =>
  Promise.resolve()
    .then(() => indexedDB.databases())
    .then(
      (all) => all.some(({ name }) => name === "firebaseLocalStorageDb"),
      () => true,
    );
