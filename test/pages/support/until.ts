import { vi } from "vitest";

/** Waits for the page's own work; the limit only ends a test that hangs. */
export const until = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 25_000, interval: 10 });
