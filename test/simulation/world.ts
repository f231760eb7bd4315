import fc from "fast-check";
import { type Action, KINDS, type Kind, MOST_AFTER, MOST_AMOUNT } from "./actions.ts";
import { TABS } from "./browser/tab.ts";

/**
 * What stands beside each other in a run.
 * - `browser`: one browser of two people.
 * - `devices`: two people, and two devices whose clocks differ.
 */
export const WORLDS = ["browser", "devices"] as const;
export type World = (typeof WORLDS)[number];

type Device = { name: string; clockOffset: number };

/** The second device's clock is two hours behind. */
const DEVICES: readonly [Device, Device] = [
  { name: "laptop", clockOffset: 0 },
  { name: "phone", clockOffset: -7_200_000 },
];

/** The devices of a world; the name is empty if there is only one. */
export const devicesOf = (world: World): readonly [Device, ...Device[]] =>
  world === "browser" ? [{ name: "", clockOffset: 0 }] : DEVICES;

const kinds = Object.keys(KINDS) as Kind[];
const weighted = kinds.flatMap((kind) => Array.from({ length: KINDS[kind].weight }, () => kind));

/** One step of a world. */
export const actionOf = (world: World): fc.Arbitrary<Action> =>
  fc.record({
    kind: fc.constantFrom(...weighted),
    tab: fc.nat({ max: TABS - 1 }),
    who: fc.nat({ max: 1 }),
    amount: fc.nat({ max: MOST_AMOUNT }),
    luck: fc.nat({ max: 0xff_ff_ff }),
    after: fc.nat({ max: MOST_AFTER }),
    ...(world !== "browser" && { device: fc.nat({ max: 1 }) }),
  });

/** The steps of a seed. */
export function scriptOf(seed: number, steps: number, world: World = "browser"): Action[] {
  const length = { minLength: steps, maxLength: steps };
  const [script = []] = fc.sample(fc.array(actionOf(world), { ...length, size: "max" }), {
    seed,
    numRuns: 1,
  });
  return script;
}
