import type { Random } from "../soak/random.ts";
import { type Action, MOST_AFTER, MOST_AMOUNT } from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { STORIES } from "./stories/index.ts";

type Scope = {
  /** The kinds of steps of a world. */
  kinds: ReadonlySet<string>;
  /** The moments of a world, by their indices. */
  moments: readonly number[];
  /** Steps to choose from. */
  others: readonly Action[];
  /** A fault whose own story does not count. */
  except?: string | undefined;
};

/** The stories whose steps are all of a world. */
const storiesOf = ({ kinds, except }: Scope): (readonly Action[])[] =>
  STORIES.filter(({ fault, script }) => fault !== except && script.every(({ kind }) => kinds.has(kind))).map(
    ({ script }) => script,
  );

/** A number that is mostly the same, sometimes the next one, and seldom any. */
function vary(luck: Random, value: number, most: number): number {
  const chance = luck.next();
  if (chance < 0.7) return value;
  if (chance < 0.9) return Math.min(most, Math.max(0, value + luck.pick([-1, 1])));
  return luck.between(0, most);
}

/**
 * Steps near those of a story that has broken a rule. Faults have neighbors: another one is found by nearly the same
 * steps, in other tabs, in another order of events, with one step more or less.
 */
function variation(luck: Random, story: readonly Action[], { others, moments }: Scope): Action[] {
  const shift = luck.between(0, TABS - 1);
  const device = luck.between(0, 1);
  const other = (): Action[] => {
    const step = others[luck.between(0, others.length - 1)];
    return step ? [step] : [];
  };
  return story.flatMap((step) => {
    const chance = luck.next();
    if (chance < 0.08) return [];
    if (chance < 0.16) return other();
    const own: Action = {
      ...step,
      tab: (step.tab + shift) % TABS,
      who: luck.next() < 0.8 ? step.who : 1 - step.who,
      amount: vary(luck, step.amount, MOST_AMOUNT),
      after: vary(luck, step.after, MOST_AFTER),
      luck: luck.between(0, 0xff_ff_ff),
      moment: luck.next() < 0.85 ? (step.moment ?? 0) : (moments[luck.between(0, moments.length - 1)] ?? 0),
      ...(others[0]?.device !== undefined && { device: step.device ?? device }),
    };
    return luck.next() < 0.15 ? [own, ...other()] : [own];
  });
}

/** A script of variations of stories, or `undefined` for a world without any. */
export function variationsOf(luck: Random, steps: number, scope: Scope): Action[] | undefined {
  const [first, ...rest] = storiesOf(scope);
  if (!first) return undefined;
  const end = scope.others.find(({ kind }) => kind === "calms");
  const script: Action[] = [];
  while (script.length < steps) {
    script.push(...variation(luck, luck.pick([first, ...rest]), scope));
    if (end && luck.next() < 0.5) script.push(end);
  }
  return script.slice(0, steps);
}
