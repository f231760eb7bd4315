import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../../packages/local-services/bin/run-built.mjs";
import type { Action } from "../simulation/actions.ts";
import { wordsOf } from "../simulation/stories/read.ts";
import { scriptOf } from "../simulation/world.ts";
import { startLocalSite } from "../support/local-site.mjs";
import { openBrowser } from "./browser.ts";
import { calm, perform, type Shown, type World } from "./perform.ts";
import { createServices } from "./services.ts";

/**
 * `npm run lab -- soak`: plays the simulation's scripts of one browser in a real one, against the built site and its
 * local services. Unless a fault has been since the last calm, a step succeeds, and all tabs agree soon on the
 * user whom the steps allow. The heap of a tab that stays open must not grow.
 *
 * --minutes M how long, 20 by default
 * --seed N the first script; the next ones follow
 */
const { values: options } = parseArgs({
  options: { minutes: { type: "string", default: "20" }, seed: { type: "string" } },
});
const minutes = Number(options.minutes);
const first = Number(options.seed ?? Math.floor(Math.random() * 1e9));
if (!(minutes > 0) || !Number.isInteger(first)) {
  console.error("Usage: npm run lab -- soak [--minutes M] [--seed N]");
  process.exit(1);
}

const STEPS = 30;
/** As in the simulation: longer than the longest step of the back-off. */
const AGREEMENT_MS = 17 * 60_000;
const AGREE_WITHIN_MS = 20_000;
/** The tab of no step. */
const FOLLOWER = 9;
/** The end of all faults. */
const END: Action = { kind: "calms", tab: 0, who: 0, amount: 0, after: 0, luck: 0 };
const HEAP_FACTOR = 1.25;
const LEAST_SAMPLES = 9;

await buildIfNeeded();
const site = await startLocalSite({ SESSIONS: "browser" });
const browser = await openBrowser(site.origin);
const services = await createServices(site.origin);
const world: World = {
  origin: site.origin,
  browser,
  services,
  known: new Set(["signed out"]),
  hasFault: false,
};

/** What each tab shows. */
async function shownByTabs(): Promise<string[]> {
  const pages = [...browser.tabs.values()];
  return Promise.all(
    pages.map((page) =>
      page
        .evaluate(() => {
          const header = document.querySelector<HTMLElement>("header[data-account]");
          const status = header?.dataset["account"] ?? "nothing";
          const [, initial = "?"] = /([A-Z])\s*Account/.exec(header?.textContent ?? "") ?? [];
          if (status !== "signed-in") return status === "signed-out" ? "signed out" : status;
          return initial === "A" ? "Alice" : initial === "B" ? "Bob" : initial;
        })
        .catch(() => "a page that cannot be read"),
    ),
  );
}

/** Waits until all tabs show one thing that the steps allow. Returns what they show otherwise. */
async function disagreement(): Promise<string | undefined> {
  await browser.tabAt(FOLLOWER); // a crash of the browser has closed all tabs
  for (const until = Date.now() + AGREE_WITHIN_MS; ; await pause(250)) {
    const shown = new Set(await shownByTabs());
    const [one] = shown;
    if (shown.size === 1 && world.known.has(one as Shown)) {
      world.known = new Set([one as Shown]);
      return undefined;
    }
    if (Date.now() > until)
      return `without faults, tabs show ${[...shown].join(", ")}, not ${[...world.known].join(" or ")}`;
  }
}

const heaps: number[] = [];
const started = Date.now();
let seed = first;
for (; process.exitCode === undefined && Date.now() - started < minutes * 60_000; seed += 1) {
  console.log(`seed ${seed}`);
  await browser.tabAt(FOLLOWER);
  let text: string | undefined;
  for (const step of [...scriptOf(seed, STEPS), END]) {
    const isEnd = step.kind === END.kind;
    const failure = isEnd ? await calm(world) : await perform(world, step);
    console.log(`  ${wordsOf([step])}${failure ? ` (${failure})` : ""}`);
    if (isEnd) await services.world.clock.advance(AGREEMENT_MS);
    if (world.hasFault) continue;
    text = failure ? `a step without a fault does not succeed: ${failure}` : await disagreement();
    if (text) break;
  }
  heaps.push(await browser.heapOf(await browser.tabAt(FOLLOWER)));
  if (!text) continue;
  console.log(`✘ ${text}`);
  console.log(`Again: npm run lab -- soak --seed ${first} --minutes ${minutes}`);
  process.exitCode = 1;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const third = Math.ceil(heaps.length / 3);
const [before, after] = [median(heaps.slice(0, third)), median(heaps.slice(-third))];
console.log(`${seed - first} scripts; heap of a tab: ${before} bytes at first, ${after} at last`);
if (heaps.length >= LEAST_SAMPLES && after > before * HEAP_FACTOR) {
  console.log("✘ the heap grows");
  process.exitCode = 1;
}
await browser.dispose();
await site.stop();
