const RETRY_AFTER_MS = 10_000;

/** Waits before a second attempt in the background; if the browser is offline, until it is online. */
export const waitForNextChance = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, RETRY_AFTER_MS);
    else window.addEventListener("online", () => resolve(), { once: true });
  });
