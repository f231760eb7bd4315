import { expect, test } from "vitest";
import { runSchedule } from "./support/schedule.ts";

const SCHEDULES = 520;

/** A seed determines its history: `runSchedule(seed)` repeats a failure. */
test(`after each of ${SCHEDULES} random histories of faults, the last shown state is the server's`, async () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= SCHEDULES; seed += 1) faults.push(...(await runSchedule(seed)));
  expect(faults).toEqual([]);
}, 120_000);
