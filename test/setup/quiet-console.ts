import { afterEach, beforeEach, expect, vi } from "vitest";

/** Noise fails: an unexpected error or warning is an unread defect. */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const noise = [vi.mocked(console.error), vi.mocked(console.warn)].flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();
  expect(noise, "nothing is written to console.error or console.warn").toEqual([]);
});
