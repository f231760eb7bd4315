import { createLocks } from "../../../packages/identity/test/support/locks.ts";
import { createChannels } from "../browser/channel.ts";
import { createIndexedDb } from "../browser/indexed-db.ts";
import { createNotes } from "../browser/notes.ts";
import { createPage } from "../browser/page.ts";
import { replaceGlobals } from "../globals.ts";
import { createRandom } from "../random.ts";
import { createScheduler } from "../scheduler.ts";
import { createPart } from "./part.mjs";
import { play } from "./player.mjs";
import type { PageName, Scenario } from "./scenarios.mjs";

/** Longer than every delay between the events of a step. */
const STEP_MS = 200;
/** More than a step needs whose transaction is held. */
const MOST_TASKS = 20_000;

/** Plays a scenario in the simulated browser. The seed decides each delay. */
export async function playSimulated(scenario: Scenario, seed: number): Promise<string[]> {
  const scheduler = createScheduler();
  const restore = replaceGlobals(scheduler, createRandom(seed));
  const luck = createRandom(seed);
  const indexedDb = createIndexedDb({});
  const [locks, channels, notes] = [createLocks(scheduler.now), createChannels(), createNotes(scheduler.now)];
  let tasks = 0;
  scheduler.setAfterTask(() => {
    tasks += 1;
    return tasks < MOST_TASKS;
  });
  let opened = 0;
  const open = (name: PageName, scenarioName: string) => {
    opened += 1;
    const page = createPage(`${name} ${opened}`, opened, scheduler, luck);
    const apis = {
      indexedDB: indexedDb.forPage(page),
      locks: locks.forPage(page),
      channel: (channel: string) => channels.forPage(page, channel),
      storage: notes.forPage(page),
    };
    const part = createPart(apis, scenarioName);
    return {
      start: (code: string) => page.post(() => part.start(new Function(`return ${code}`)())),
      lines: () => part.lines,
      close: () => {
        page.isGone = true;
        channels.leave(page);
        indexedDb.leave(page);
        locks.leave(page);
        notes.leave(page);
      },
    };
  };
  try {
    return await play(scenario, { open, settle: () => scheduler.run(STEP_MS) });
  } finally {
    restore();
  }
}
