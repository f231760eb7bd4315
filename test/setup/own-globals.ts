import { afterAll, vi } from "vitest";

// Test files share a process, because starting one for each takes more processor time than most files. No file leaves
// its stubs or its clock to the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
