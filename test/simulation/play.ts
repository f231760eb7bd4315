import fc from "fast-check";
import { createLocalServices } from "../../mocks/local-services.ts";
import { createRandom } from "../soak/random.ts";
import {
  type Action,
  afterOf,
  calm,
  KINDS,
  type Kind,
  MOST_AFTER,
  MOST_AMOUNT,
  type Person,
  perform,
  type Scene,
  tell,
} from "./actions.ts";
import { TABS } from "./browser/tab.ts";
import { replaceGlobals } from "./globals.ts";
import { type Library, library } from "./library.ts";
import { createProfile } from "./profile.ts";
import type { Violation } from "./rules.ts";
import { createScheduler, START } from "./scheduler.ts";

const kinds = Object.keys(KINDS) as Kind[];
const weighted = kinds.flatMap((kind) => Array.from({ length: KINDS[kind].weight }, () => kind));

export const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(...weighted),
  tab: fc.nat({ max: TABS - 1 }),
  who: fc.nat({ max: 1 }),
  amount: fc.nat({ max: MOST_AMOUNT }),
  luck: fc.nat({ max: 0xff_ff_ff }),
  after: fc.nat({ max: MOST_AFTER }),
});

/** The steps of a seed. */
export function scriptOf(seed: number, steps: number): Action[] {
  const [script = []] = fc.sample(fc.array(action, { minLength: steps, maxLength: steps, size: "max" }), {
    seed,
    numRuns: 1,
  });
  return script;
}

export type Outcome = {
  violation: Violation | undefined;
  /** The number of steps that were carried out. */
  steps: number;
  simulatedMs: number;
  /** Of everything that happened. */
  hash: string;
  log: readonly string[];
};

/** Longer than the longest step of the back-off and a minute. */
const AGREEMENT_MS = 17 * 60_000;

async function createPerson(scene: Pick<Scene, "services">, name: string): Promise<Person> {
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: `${name} and her password` };
  const body = JSON.stringify({ ...person, name: undefined, returnSecureToken: true });
  const response = await scene.services.handle(
    new Request("http://localhost/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local-example-key", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );
  const { localId = "" } = ((await response?.json()) ?? {}) as { localId?: string };
  return { ...person, uid: localId };
}

/** Plays a script under one clock and one sequence of random numbers. */
export async function play(script: readonly Action[], code: Library = library): Promise<Outcome> {
  const scheduler = createScheduler();
  let random = createRandom(1);
  const luck = {
    next: () => random.next(),
    between: (low: number, high: number) => random.between(low, high),
    pick: <Item>(items: readonly [Item, ...Item[]]) => random.pick(items),
  };
  const restore = replaceGlobals(scheduler, createRandom(2));
  let steps = 0;
  try {
    const services = createLocalServices({ seed: 1, tokens: "unsigned", now: scheduler.now });
    const people: Scene["people"] = [
      await createPerson({ services }, "Alice"),
      await createPerson({ services }, "Bob"),
    ];
    const profile = createProfile({ scheduler, services, luck, library: code });
    const { rules } = profile;
    scheduler.setAfterTask((place) => rules.afterTask(place));
    const scene: Scene = { scheduler, services, profile, people };

    const agree = async () => {
      await scheduler.run(AGREEMENT_MS);
      rules.agree();
    };
    for (const each of script) {
      random = createRandom(each.luck);
      steps += 1;
      rules.note(tell(each));
      perform(scene, each);
      await scheduler.settle();
      await scheduler.run(afterOf(each));
      if (!rules.violation && each.kind === "calms") await agree();
      if (rules.violation) break;
    }
    if (!rules.violation) {
      calm(scene);
      await agree();
    }
    for (const tab of [...profile.tabs.values()]) profile.crash(tab);
    return {
      violation: rules.violation,
      steps,
      simulatedMs: scheduler.now() - START,
      hash: rules.hash(),
      log: rules.lastLines(),
    };
  } finally {
    restore();
  }
}
