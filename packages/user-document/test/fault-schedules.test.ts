import { expect, test } from "vitest";
import { randomCases } from "./support/random-cases.ts";
import { runSchedule } from "./support/schedule.ts";

const SCHEDULES = randomCases(520);

/** A seed determines its history: `runSchedule(seed)` repeats a failure. */
test(`after each of ${SCHEDULES} random histories of faults, the watcher shows the server's last state`, async () => {
  const faults: string[] = [];
  for (let seed = 1; seed <= SCHEDULES; seed += 1) faults.push(...(await runSchedule(seed)));
  expect(faults).toEqual([]);
}, 120_000);
