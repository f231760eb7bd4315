import { afterAll, vi } from "vitest";

// Undo each file's stubs and clock, because test files share a process. A process for each would take more processor
// time than most files.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
