import { type Action, MOST_AFTER, MOST_AMOUNT } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import type { Random } from "./random.ts";
import type { Kind } from "./steps.ts";
import { SCENARIOS, STORIES } from "./stories/index.ts";
import type { World } from "./worlds.ts";

/** Kinds of steps that do nearly the same. A variation of a story takes one for another. */
const FAMILIES: readonly (readonly Kind[])[] = [
  ["signsIn", "signsOut", "signsInAnonymously", "changesPassword"],
  ["forcesToken", "asksForToken", "looksUp", "renames"],
  ["opens", "becomesVisible", "triesAgain"],
  ["freezes", "goesBack", "sleeps", "closes", "crashes"],
  ["storageFails", "storageHangs", "storageAborts", "storageIsSlow", "storageIsFull"],
  ["waitsForConnection", "losesConnections", "connectionsHang", "storesForeign", "clears"],
  [
    ...(["offline", "slow", "silent", "losesRequests", "losesResponses", "twice"] as const),
    ...(["unavailable", "busy", "html", "mixesUp"] as const),
  ],
  ["refusesTokens", "refusesOneToken"],
  ["revokes", "disables", "enables"],
  ["storeIsAway", "storeLosesAnswers", "storeIsSlow", "serverCrashes"],
  ["serverSwitches", "secretChanges"],
  ["hides", "looksTwice"],
  ["popsUp", "linksByPopup", "provesByPopup"],
  ["cancelsPopup", "closesPopup", "declines", "answers", "forgesAnswer"],
  ["leaves", "leavesToLink", "leavesToProve"],
];

/** The kinds of the family of a step, without its own; none if it is alone. */
const familyOf = (kind: string): readonly Kind[] =>
  (FAMILIES.find((family) => family.some((each) => each === kind)) ?? []).filter((each) => each !== kind);

type Scope = {
  world: World;
  /** The kinds of steps of a world. */
  kinds: ReadonlySet<string>;
  /** The moments of a world, by their indices. */
  moments: readonly number[];
  /** Steps to choose from. */
  others: readonly Action[];
  /** A fault whose own story does not count. */
  except?: string | undefined;
};
type Script = readonly Action[];

/** The stories and scenarios whose steps are all of a world, and among them those of no other world. */
function scriptsOf({ world, kinds, except }: Scope): { all: Script[]; own: Script[] } {
  const known = [...STORIES.filter(({ fault }) => fault !== except), ...SCENARIOS].filter(({ script }) =>
    script.every(({ kind }) => kinds.has(kind)),
  );
  const own = known.filter(({ world: other = "browser" }) => other === world);
  return { all: known.map(({ script }) => script), own: own.map(({ script }) => script) };
}

/** How many of the varied stories are of the world itself. Most of the others are of one browser alone. */
const OWN = 0.75;
/** A variation of a story changes each of its steps with this chance. */
const STRENGTHS = [0.1, 0.3, 0.6] as const;

/** The next number or the one before, and seldom any. */
function vary(luck: Random, value: number, most: number): number {
  if (luck.next() < 0.7) return Math.min(most, Math.max(0, value + luck.pick([-1, 1])));
  return luck.between(0, most);
}

/** A value of a list, if there is one. */
const anyOf = <Item>(luck: Random, items: readonly Item[]): Item | undefined =>
  items[luck.between(0, items.length - 1)];

/** A change of a whole story has this chance. */
const WHOLE = 0.4;

/** The story with all its steps changed alike, or with the end of another one. */
function reshaped(luck: Random, story: Script, stories: readonly Script[]): Script {
  const amount = luck.between(0, MOST_AMOUNT);
  const after = luck.between(0, MOST_AFTER);
  const other = anyOf(luck, stories) ?? [];
  switch (luck.between(0, 3)) {
    case 0:
      return story.map((step) => ({ ...step, amount }));
    case 1:
      return story.map((step) => ({ ...step, after: Math.min(step.after, after) }));
    case 2:
      return [
        ...story.slice(0, luck.between(1, story.length)),
        ...other.slice(luck.between(0, other.length)),
      ];
    default:
      // The steps of both, in turns.
      return story.flatMap((step, index) => [step, ...other.slice(index, index + 1)]);
  }
}

/** One step, with one thing changed. */
function changed(luck: Random, step: Action, { kinds, moments, others }: Scope): Action[] {
  const other = anyOf(luck, others);
  const beside = other ? [other] : [];
  const moment = anyOf(luck, moments) ?? 0;
  switch (luck.between(0, 7)) {
    case 0:
      return [];
    case 1:
      return beside;
    case 2:
      return [step, ...beside];
    case 3:
      return [
        {
          ...step,
          kind:
            anyOf(
              luck,
              familyOf(step.kind).filter((kind) => kinds.has(kind)),
            ) ?? step.kind,
        },
      ];
    case 4:
      return [{ ...step, amount: vary(luck, step.amount, MOST_AMOUNT) }];
    case 5:
      return [{ ...step, after: vary(luck, step.after, MOST_AFTER) }];
    case 6:
      return [{ ...step, moment: step.moment && luck.next() < 0.5 ? 0 : moment }];
    default:
      return [{ ...step, who: 1 - step.who, tab: luck.between(0, TABS - 1) }];
  }
}

/**
 * Steps near those of a story that has broken a rule. Faults have neighbors: another one is found by nearly the same
 * steps, in other tabs, in another order of events, with one step more or less.
 */
function variation(luck: Random, story: Script, scope: Scope): Action[] {
  const shift = luck.between(0, TABS - 1);
  const device = luck.between(0, 1);
  const strength = luck.pick(STRENGTHS);
  const hasDevices = scope.others[0]?.device !== undefined;
  return story.flatMap((step) => {
    const own: Action = {
      ...step,
      tab: (step.tab + shift) % TABS,
      luck: luck.between(0, 0xff_ff_ff),
      ...(hasDevices && { device: step.device ?? device }),
    };
    return luck.next() < strength ? changed(luck, own, scope) : [own];
  });
}

/** A script of variations of stories, or `undefined` for a world without any. */
export function variationsOf(luck: Random, steps: number, scope: Scope): Action[] | undefined {
  const { all, own } = scriptsOf(scope);
  if (all.length === 0) return undefined;
  const end = scope.others.find(({ kind }) => kind === "calms");
  const script: Action[] = [];
  while (script.length < steps) {
    const pool = luck.next() < OWN && own.length > 0 ? own : all;
    const story = anyOf(luck, pool) ?? [];
    const shape = luck.next() < WHOLE ? reshaped(luck, story, pool) : story;
    script.push(
      ...variation(luck, shape, { ...scope, others: luck.next() < 0.5 ? pool.flat() : scope.others }),
    );
    if (end && luck.next() < 0.5) script.push(end);
  }
  return script.slice(0, steps);
}
