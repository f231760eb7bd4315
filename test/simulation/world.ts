import fc from "fast-check";
import { type Action, MOST_AFTER, MOST_AMOUNT, type Row } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { encounters } from "./encounters.ts";
import { KINDS } from "./kinds.ts";
import {
  BROWSER_MOMENTS,
  DOCUMENT_MOMENTS,
  KEY_MOMENTS,
  MOMENTS,
  type Moment,
  NETWORK_MOMENTS,
  SERVER_MOMENTS,
} from "./moments.ts";
import { PAGE_KINDS } from "./pages/steps.ts";
import { POPUP_KINDS } from "./popup-actions.ts";
import { createRandom, type Random } from "./random.ts";
import { SERVER_KINDS } from "./server-actions.ts";
import type { Kind } from "./steps.ts";
import { themesOf } from "./themes.ts";
import { variationsOf } from "./variations.ts";
import type { World } from "./worlds.ts";

type Device = { name: string; clockOffset: number; hasKeys: boolean };

/** The second device's clock is two hours behind. Only the first one's browser binds sessions to a key. */
const DEVICES: readonly [Device, Device] = [
  { name: "laptop", clockOffset: 0, hasKeys: true },
  { name: "phone", clockOffset: -7_200_000, hasKeys: false },
];

const hasDocuments = (world: World): boolean => world === "documents" || world === "pages";
const isOneBrowser = (world: World): boolean =>
  world === "browser" || world === "releases" || world === "popups" || world === "pages";

/** The devices of a world; the name is empty if there is only one. */
export const devicesOf = (world: World): readonly [Device, ...Device[]] =>
  isOneBrowser(world) ? [{ name: "", clockOffset: 0, hasKeys: false }] : DEVICES;

const only = <Name extends keyof typeof KINDS>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, KINDS[name]])) as Pick<typeof KINDS, Name>;

const SHARED = only(
  ...(["opens", "signsIn", "signsOut", "asksForToken", "forcesToken", "looksUp", "renames"] as const),
  ...(["changesPassword", "becomesVisible", "closes", "crashes", "sleeps", "messagesLate"] as const),
  ...(["offline", "slow", "unavailable", "busy", "tokensAreShort", "revokes", "disables"] as const),
  ...(["enables", "storageIsSlow", "losesConnections", "calms"] as const),
);

const POPUP_STEPS = { ...SHARED, ...only("freezes", "goesBack"), ...POPUP_KINDS };

/** The earlier client counted tokens from their receipt, and ended what began after an unread sign-out. */
const { sleeps: _, storageIsSlow: __, ...BESIDE_EARLIER } = SHARED;
const DOCUMENT_STEPS = {
  saves: { ...KINDS.saves, weight: 20 },
  hides: { ...KINDS.hides, weight: 8 },
  looksTwice: { ...KINDS.looksTwice, weight: 5 },
};
const PAGE_STEPS = {
  ...SHARED,
  ...only("freezes", "goesBack", "clears"),
  hides: DOCUMENT_STEPS.hides,
  ...only("storageFails", "storageIsFull"),
  ...PAGE_KINDS,
};

/** A world without an entry has all steps of a browser. */
const STEPS_OF: Partial<Record<World, Readonly<Partial<Record<Kind, Row>>>>> = {
  releases: BESIDE_EARLIER,
  popups: POPUP_STEPS,
  pages: PAGE_STEPS,
};

const weighted = (rows: Readonly<Partial<Record<Kind, Row>>>): Kind[] =>
  (Object.entries(rows) as [Kind, Row][]).flatMap(([kind, { weight }]) => Array<Kind>(weight).fill(kind));
const kindsOf = (world: World): Kind[] =>
  weighted({
    ...(STEPS_OF[world] ?? KINDS),
    // A change of the password renews the session on the server.
    ...(world === "server" && { ...SERVER_KINDS, changesPassword: { ...KINDS.changesPassword, weight: 12 } }),
    // A hand-over takes several steps. Between them, the page may freeze, and its response may be lost.
    ...(world === "server" && {
      freezes: { ...KINDS.freezes, weight: 8 },
      losesResponses: { ...KINDS.losesResponses, weight: 8 },
    }),
    ...(world === "documents" && DOCUMENT_STEPS),
  });

/** The values that the steps of a script draw from. A value that stands there twice is drawn twice as often. */
type Choices = {
  kinds: readonly Kind[];
  tabs: readonly number[];
  amounts: readonly number[];
  afters: readonly number[];
  moments: readonly number[];
  devices: readonly number[];
};

const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, index) => index);
/** What can happen in a world. */
const momentsOf = (world: World): number[] => {
  const own: Moment[] = [
    ...BROWSER_MOMENTS,
    ...NETWORK_MOMENTS,
    ...(world === "server" ? [...SERVER_MOMENTS, ...KEY_MOMENTS] : []),
    ...(hasDocuments(world) ? DOCUMENT_MOMENTS : []),
  ];
  return own.map((moment) => MOMENTS.indexOf(moment));
};
/** A stream has a timer every five seconds, so an hour of the documents costs as much as a hundred steps. */
const FEWER_HOURS: readonly number[] = [
  ...Array(4)
    .fill(upTo(MOST_AFTER - 1))
    .flat(),
  MOST_AFTER,
];
const allOf = (world: World): Choices => ({
  kinds: kindsOf(world),
  tabs: upTo(TABS - 1),
  amounts: upTo(MOST_AMOUNT),
  afters: hasDocuments(world) ? FEWER_HOURS : upTo(MOST_AFTER),
  moments: [...Array<number>(20).fill(0), ...momentsOf(world)],
  devices: [0, 1],
});

/** One step of a world. */
export const actionOf = (
  world: World,
  { kinds, tabs, amounts, afters, moments, devices }: Choices = allOf(world),
): fc.Arbitrary<Action> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    tab: fc.constantFrom(...tabs),
    who: fc.nat({ max: 1 }),
    amount: fc.constantFrom(...amounts),
    luck: fc.nat({ max: 0xff_ff_ff }),
    after: fc.constantFrom(...afters),
    moment: fc.constantFrom(...moments),
    ...(!isOneBrowser(world) && { device: fc.constantFrom(...devices) }),
  });

/** Without these, nothing can go wrong. */
const ALWAYS: readonly string[] = [
  "opens",
  "signsIn",
  "signsOut",
  "becomesVisible",
  "popsUp",
  "saves",
  "savesName",
];
/** Each brings tokens that the server must get, or asks it for some. */
const OF_SESSIONS: readonly string[] = [...ALWAYS, "changesPassword", "forcesToken", "losesResponses"];
const CHANCE = 0.25;
/** Half of the scripts of a few kinds are about the server, if there is one. */
const OF_SERVER = 0.35;
const BESIDE_SERVER = 0.1;

/** After a failure of storage, tabs may refresh their tokens more often for two hours. */
const OF_STORAGE: readonly Kind[] = [
  ...(["storageFails", "storageHangs", "storageAborts", "storageIsSlow", "storageIsFull"] as const),
  ...(["losesConnections", "connectionsHang", "waitsForConnection", "storesForeign", "clears"] as const),
];
const WITHOUT_STORAGE = 0.4;

/** A few kinds of a world. */
function someKinds(world: World, all: readonly Kind[], luck: Random): ReadonlySet<Kind> {
  const own = world === "server" ? Object.keys(SERVER_KINDS) : [];
  const isOfServer = own.length > 0 && luck.next() < 0.5;
  const always = isOfServer ? OF_SESSIONS : ALWAYS;
  const chanceOf = (kind: Kind): number =>
    isOfServer ? (own.includes(kind) ? OF_SERVER : BESIDE_SERVER) : CHANCE;
  const left = luck.next() < WITHOUT_STORAGE ? OF_STORAGE : [];
  return new Set(
    [...new Set(all)].filter(
      (kind) => !left.includes(kind) && (always.includes(kind) || luck.next() < chanceOf(kind)),
    ),
  );
}

/**
 * A few kinds of steps, tabs, devices, times and durations. Several faults at a time hide each other: after a failure
 * of storage, for instance, more exchanges are right. With fewer values, two steps that must meet do so more often.
 */
function someOf(world: World, luck: Random): Choices {
  const all = allOf(world);
  const kept = someKinds(world, all.kinds, luck);
  const some = (values: readonly number[], chance: number): readonly number[] => {
    const kept = new Set([...new Set(values)].filter(() => luck.next() < chance));
    const chosen = values.filter((value) => kept.has(value));
    return chosen.length > 0 ? chosen : values;
  };
  return {
    kinds: all.kinds.filter((kind) => kept.has(kind)),
    tabs: some(all.tabs, 0.5),
    amounts: some(all.amounts, 0.5),
    afters: some(all.afters, 0.5),
    // Half of the scripts have steps that wait.
    moments: luck.next() < 0.5 ? [0] : [0, 0, 0, 0, ...some(momentsOf(world), 0.5)],
    devices: luck.next() < 0.5 ? all.devices : [luck.between(0, 1)],
  };
}

/**
 * The choices of a theme, or `undefined` in a world without one. With a server, encounters and variations of the
 * stories find more faults. Most scripts have steps that wait for a moment, and stay on one device.
 */
function ofTheme(world: World, luck: Random): Choices | undefined {
  const all = allOf(world);
  const themes = world === "server" ? [] : themesOf(all.kinds);
  const theme = themes[luck.between(0, themes.length - 1)];
  return (
    theme && {
      ...theme,
      tabs: upTo(luck.between(1, 2)),
      moments: luck.next() < 0.3 ? [0] : theme.moments,
      devices: luck.next() < 0.7 ? [luck.between(0, 1)] : all.devices,
    }
  );
}

/** Whether a seed is a script of encounters: two of eight in the world `server`, else one. */
const hasEncounters = (seed: number, world: World): boolean =>
  (world === "server" ? [3, 7] : [7]).includes(seed % 8);

/** Repeats some steps, as a person does who sees no effect. */
const repeatSome = (script: readonly Action[], luck: Random): Action[] =>
  script.flatMap((step) => (luck.next() < 0.1 ? Array<Action>(luck.between(2, 4)).fill(step) : [step]));

/**
 * The steps of a seed. Of eight seeds, two have a theme, one has steps of a few kinds, one of every kind, one is a script
 * of encounters, and three are near stories. In the world `server`, no seed has a theme, two are scripts of encounters,
 * and four are near stories.
 * @param except a fault whose own story does not count, so that the search for it does not begin with the answer
 */
export function scriptOf(
  seed: number,
  steps: number,
  world: World = "browser",
  except?: string,
): readonly Action[] {
  if (hasEncounters(seed, world))
    return encounters(createRandom(seed), steps, {
      kinds: allOf(world).kinds,
      hasDevices: !isOneBrowser(world),
    });
  const theme = seed % 8 === 3 || seed % 8 === 5 ? ofTheme(world, createRandom(seed)) : undefined;
  const isOfFew = !theme && seed % (world === "server" ? 8 : 4) === 1;
  const choices = theme ?? (isOfFew ? someOf(world, createRandom(seed)) : allOf(world));
  const length = { minLength: steps, maxLength: steps };
  const actions = fc.array(actionOf(world, choices), { ...length, size: "max" });
  const drawn = fc.sample(actions, { seed, numRuns: 1 })[0] ?? [];
  if (isOfFew) return repeatSome(drawn, createRandom(seed)).slice(0, steps);
  if (theme || seed % 8 === 0) return drawn;
  const kinds = new Set<string>(choices.kinds);
  return (
    variationsOf(createRandom(seed), steps, {
      world,
      kinds,
      moments: momentsOf(world),
      others: drawn,
      except,
    }) ?? drawn
  );
}
