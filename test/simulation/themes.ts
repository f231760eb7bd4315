import { MOMENTS, type Moment } from "./moments.ts";
import type { Kind } from "./steps.ts";

/** The values that the steps of a script draw from. */
type Choices<Kinds, When> = {
  kinds: Kinds;
  amounts: readonly number[];
  afters: readonly number[];
  moments: readonly When[];
};
/** A few kinds of steps that often break each other, each with its weight. */
type Theme = Choices<Readonly<Partial<Record<Kind, number>>>, Moment>;

const THEMES: readonly Theme[] = [
  // Storage takes a change after the page has given it up, and the user goes on meanwhile.
  {
    kinds: {
      opens: 1,
      signsIn: 4,
      signsOut: 3,
      forcesToken: 2,
      becomesVisible: 1,
      storageIsSlow: 3,
      calms: 2,
    },
    amounts: [0, 1, 1, 2],
    afters: [1, 3, 4, 5, 5, 6, 6, 8],
    moments: ["at once", "at once", "at once", "write", "read"],
  },
  // Pages freeze for an hour during an outage. What they have waited for reaches them when it no longer counts.
  {
    kinds: {
      opens: 3,
      signsIn: 1,
      forcesToken: 2,
      asksForToken: 1,
      becomesVisible: 1,
      offline: 2,
      unavailable: 2,
      freezes: 3,
      sleeps: 1,
      calms: 1,
    },
    amounts: [2, 3, 4, 4],
    afters: [5, 6, 8, 9, 10, 10],
    moments: ["at once", "at once", "at once", "exchange", "answer", "answer", "write"],
  },
];

/** The themes whose kinds of steps a world has. */
export const themesOf = (known: readonly Kind[]): readonly Choices<readonly Kind[], number>[] =>
  THEMES.map(({ kinds, moments, ...rest }) => ({
    ...rest,
    kinds: (Object.entries(kinds) as [Kind, number][]).flatMap(([kind, weight]) =>
      Array<Kind>(weight).fill(kind),
    ),
    moments: moments.map((moment) => MOMENTS.indexOf(moment)),
  })).filter(({ kinds }) => kinds.every((kind) => known.includes(kind)));
