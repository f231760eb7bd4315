import { afterEach, beforeEach, expect, vi } from "vitest";

/** Every unexpected error or warning on the console fails its test. */
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});

afterEach(() => {
  const noise = [vi.mocked(console.error), vi.mocked(console.warn)].flatMap((spy) => spy.mock.calls);
  vi.restoreAllMocks();
  expect(noise, "nothing is written to console.error or console.warn").toEqual([]);
});
