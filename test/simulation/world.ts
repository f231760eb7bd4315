import fc from "fast-check";
import { createRandom } from "../soak/random.ts";
import { type Action, KINDS, MOST_AFTER, MOST_AMOUNT, type Row } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { POPUP_KINDS } from "./popup-actions.ts";
import { SERVER_KINDS } from "./server-actions.ts";
import { SITE_KINDS } from "./site-actions.ts";
import type { Kind } from "./steps.ts";

/**
 * What stands beside each other in a run.
 * - `browser`: one browser of two people.
 * - `devices`: two people, and two devices whose clocks differ.
 * - `server`: the same, and the site's server keeps the refresh tokens.
 * - `documents`: two devices again, and each page follows its user's document.
 * - `releases`: one browser, where every second page has the client of an earlier release. Steps that this release alone
 *   survives are left out.
 * - `site`: two devices and the whole server with its database and mails, and visitors without an account.
 * - `upgrades`: the same, with two releases of the server over one database, and of the client in each browser.
 * - `popups`: one browser, whose two people also sign in by popup and by redirect.
 */
export const WORLDS = [
  "browser",
  "devices",
  "server",
  "documents",
  "releases",
  "site",
  "upgrades",
  "popups",
] as const;
export type World = (typeof WORLDS)[number];

type Device = { name: string; clockOffset: number; hasKeys: boolean; isOfTwoReleases?: boolean };

/** The second device's clock is two hours behind. Only the first one's browser binds sessions to a key. */
const DEVICES: readonly [Device, Device] = [
  { name: "laptop", clockOffset: 0, hasKeys: true },
  { name: "phone", clockOffset: -7_200_000, hasKeys: false },
];
/** A server of the release before makes browsers give their keys up (decision 041). */
const KEYLESS: readonly [Device, Device] = [
  { ...DEVICES[0], hasKeys: false, isOfTwoReleases: true },
  { ...DEVICES[1], isOfTwoReleases: true },
];

/** Whether a world has the whole server. */
export const hasSite = (world: World): boolean => world === "site" || world === "upgrades";
const isOneBrowser = (world: World): boolean =>
  world === "browser" || world === "releases" || world === "popups";

/** The devices of a world; the name is empty if there is only one. */
export const devicesOf = (world: World): readonly [Device, ...Device[]] =>
  isOneBrowser(world)
    ? [{ name: "", clockOffset: 0, hasKeys: false }]
    : world === "upgrades"
      ? KEYLESS
      : DEVICES;

const { opens, signsIn, signsOut, asksForToken, forcesToken, looksUp, renames, changesPassword } = KINDS;
const { becomesVisible, closes, crashes, sleeps, messagesLate, offline, slow, unavailable, busy } = KINDS;
const { tokensAreShort, revokes, disables, enables, storageIsSlow, losesConnections, calms } = KINDS;
const SHARED = {
  ...{ opens, signsIn, signsOut, asksForToken, forcesToken, looksUp, renames, changesPassword },
  ...{ becomesVisible, closes, crashes, sleeps, messagesLate, offline, slow, unavailable, busy },
  ...{ tokensAreShort, revokes, disables, enables, storageIsSlow, losesConnections, calms },
};

const POPUP_STEPS = { ...SHARED, freezes: KINDS.freezes, ...POPUP_KINDS };

/** Fewer faults of the browser: these steps are about the server. */
const { renders: _, ...SERVER_STEPS } = SERVER_KINDS;
/** The earlier client counted tokens from their receipt, and ended what began after an unread sign-out. */
const { sleeps: __, storageIsSlow: ___, ...BESIDE_EARLIER } = SHARED;
/** An earlier release returned tokens of a session for a minute only. */
const UPGRADES = {
  sleeps: { ...SHARED.sleeps, weight: 0 },
  storageIsSlow: { ...SHARED.storageIsSlow, weight: 0 },
  serverSwitches: { ...SERVER_KINDS.serverSwitches, weight: 0 },
  upgrades: { ...SITE_KINDS.upgrades, weight: 12 },
};
const SITE_STEPS = { ...SHARED, ...SERVER_STEPS };

const weighted = (rows: Readonly<Partial<Record<Kind, Row>>>): Kind[] =>
  (Object.entries(rows) as [Kind, Row][]).flatMap(([kind, { weight }]) => Array<Kind>(weight).fill(kind));
const kindsOf = (world: World): Kind[] =>
  weighted({
    ...(world === "releases"
      ? BESIDE_EARLIER
      : hasSite(world)
        ? SITE_STEPS
        : world === "popups"
          ? POPUP_STEPS
          : KINDS),
    // A change of the password renews the session on the server.
    ...(world === "server" && { ...SERVER_KINDS, changesPassword: { ...changesPassword, weight: 12 } }),
    ...(hasSite(world) && SITE_KINDS),
    ...(world === "upgrades" && UPGRADES),
    ...(world === "documents" && { saves: { ...KINDS.saves, weight: 20 } }),
  });

/** One step of a world. */
export const actionOf = (world: World, kinds = kindsOf(world)): fc.Arbitrary<Action> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    tab: fc.nat({ max: TABS - 1 }),
    who: fc.nat({ max: 1 }),
    amount: fc.nat({ max: MOST_AMOUNT }),
    luck: fc.nat({ max: 0xff_ff_ff }),
    after: fc.nat({ max: MOST_AFTER }),
    ...(!isOneBrowser(world) && { device: fc.nat({ max: 1 }) }),
  });

/** The steps of a seed. */
export function scriptOf(seed: number, steps: number, world: World = "browser"): Action[] {
  return drawn(seed, steps, actionOf(world));
}

function drawn(seed: number, steps: number, action: fc.Arbitrary<Action>): Action[] {
  const length = { minLength: steps, maxLength: steps };
  const [script = []] = fc.sample(fc.array(action, { ...length, size: "max" }), { seed, numRuns: 1 });
  return script;
}

/** Without these, nothing can go wrong. */
const ALWAYS: readonly string[] = ["opens", "signsIn", "signsOut", "becomesVisible", "popsUp"];
const CHANCE = 0.25;

/**
 * The steps of a seed, of a few kinds only. Several faults at a time hide each other: after a failure of storage, for
 * instance, more exchanges are right. With fewer kinds, two steps that must meet do so more often.
 */
export function narrowScriptOf(seed: number, steps: number, world: World = "browser"): Action[] {
  const luck = createRandom(seed);
  const all = kindsOf(world);
  const kept = new Set([...new Set(all)].filter((kind) => ALWAYS.includes(kind) || luck.next() < CHANCE));
  return drawn(
    seed,
    steps,
    actionOf(
      world,
      all.filter((kind) => kept.has(kind)),
    ),
  );
}
