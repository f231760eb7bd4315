import { expect, vi } from "vitest";
import { needsProcess } from "../support/programs.mjs";

/** Programs, databases and browsers start slowly on a busy machine. */
const PROGRAMS_MS = 300_000;

const { testPath } = expect.getState();
if (testPath !== undefined && needsProcess(testPath))
  vi.setConfig({ testTimeout: PROGRAMS_MS, hookTimeout: PROGRAMS_MS });
