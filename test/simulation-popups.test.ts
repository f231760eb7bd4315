import { expect, test } from "vitest";
import type { Action } from "./simulation/actions.ts";
import { faultNamed, faultyCode } from "./simulation/faults.ts";
import { play } from "./simulation/play.ts";
import type { Kind } from "./simulation/steps.ts";
import { scriptOf } from "./simulation/world.ts";

const world = "popups";

const step = (kind: Kind, numbers: Partial<Action> = {}): Action => ({
  ...{ kind, tab: 0, who: 0, amount: 0, after: 0, luck: 0 },
  ...numbers,
});

/** After 3.5 s, and after 31 s. */
const SOON = 6;
const LATER = 7;

/** A fault, the rule that it breaks, and a story that shows it. */
const STORIES: readonly { name: string; rule: string; script: readonly Action[] }[] = [
  {
    name: "an answer counts without the state that was sent",
    rule: "another popup's answer changes nothing",
    script: [step("popsUp", { amount: 2, after: SOON }), step("intrudes", { after: LATER })],
  },
  {
    name: "a popup takes another popup's answer",
    rule: "a popup's outcome has its reason",
    script: [step("popsUp", { amount: 1 }), step("popsUp", { tab: 1, who: 1, amount: 2, after: LATER })],
  },
  {
    name: "a popup sends a second answer to Google",
    rule: "a popup sends one answer to Google",
    // A popup that signs in refuses its second answer, because the first one has begun a sign-in.
    script: [
      step("signsIn", { after: SOON }),
      step("repeatsAnswers", { amount: 3 }),
      step("provesByPopup", { after: LATER }),
    ],
  },
  {
    name: "a popup takes an answer before it has left for the provider",
    rule: "a popup's outcome has its reason",
    script: [step("popsUp", { after: 3 }), step("forgesAnswer", { after: LATER })],
  },
  {
    name: "an answer of an earlier session is sent to Google",
    rule: "an answer that the user no longer wants is not sent to Google",
    script: [step("popsUp", { amount: 1, after: SOON }), step("signsIn", { tab: 1, who: 1, after: LATER })],
  },
  {
    name: "an answer counts although the user has signed in or out since",
    rule: "an answer that the user no longer wants is not sent to Google",
    script: [step("popsUp", { amount: 1, after: SOON }), step("signsIn", { tab: 1, who: 1, after: LATER })],
  },
  {
    name: "a session that came and went is forgotten",
    rule: "an answer that the user no longer wants is not sent to Google",
    script: [
      step("popsUp", { amount: 2, after: SOON }),
      step("signsIn", { tab: 1, who: 1, after: SOON }),
      step("signsOut", { tab: 1, after: LATER }),
    ],
  },
  {
    name: "a cancel ends a sign-in that is shown already",
    rule: "a popup whose caller hears of a cancel has signed nobody in",
    script: [step("cancelsDuringCheck", { who: 1 }), step("popsUp", { after: LATER })],
  },
  {
    name: "a cancel leaves the answer that Google checks alive",
    rule: "only the last sign-in counts",
    script: [step("cancelsDuringCheck"), step("popsUp", { after: LATER })],
  },
  {
    name: "a canceled popup still takes its answer",
    rule: "an answer that the user no longer wants is not sent to Google",
    script: [
      step("cutsPopups"),
      step("popsUp", { amount: 1, after: SOON }),
      step("cancelsPopup", { after: LATER }),
    ],
  },
  {
    name: "a popup that was given up never ends",
    rule: "a popup that is over has no timer and no listener",
    script: [step("popsUp", { amount: 3, after: SOON }), step("closesPopup", { after: LATER })],
  },
  {
    name: "a closed window is not noticed",
    rule: "a popup that the user closes is noticed",
    script: [step("popsUp", { amount: 3, after: SOON }), step("closesPopup", { after: LATER })],
  },
  {
    name: "two popups of a tab wait at once",
    rule: "a tab waits for one popup at a time",
    script: [step("popsUp", { after: 3 }), step("popsUp", { after: LATER })],
  },
  {
    name: "a popup's subscription is not removed",
    rule: "a popup that is over has no timer and no listener",
    script: [step("popsUp", { after: LATER })],
  },
  {
    name: "a reload sends a redirect's answer again",
    rule: "no secret where it does not belong",
    script: [step("leaves", { after: LATER })],
  },
  {
    name: "a redirect's answer counts although another user has signed in since",
    rule: "an answer that the user no longer wants is not sent to Google",
    script: [step("leaves", { amount: 2, after: SOON }), step("signsIn", { tab: 1, who: 1, after: LATER })],
  },
];

test.each(STORIES)(
  "the simulation finds that $name, and the present code breaks no rule",
  async ({ name, rule, script }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
    const code = await faultyCode(faultNamed(name));
    expect((await play(script, { world, ...code })).violation?.rule).toBe(rule);
  },
);

/** The calls of a run, with their outcomes. */
const outcomesOf = async (script: readonly Action[]): Promise<string[]> => {
  const { violation, log } = await play(script, { world });
  expect(violation).toBeUndefined();
  return log.flatMap((line) => / (?:popup|redirect) (?:done|[a-z-]+)$/.exec(line)?.[0].trim() ?? []);
};

test("a popup signs in, and so does a redirect", async () => {
  expect(await outcomesOf([step("popsUp", { after: LATER })])).toContain("popup done");
  expect(await outcomesOf([step("leaves", { after: LATER })])).toContain("redirect done");
});

test("a popup that the provider's policy has cut off signs in after its page has given it up", async () => {
  const script = [
    step("cutsPopups"),
    step("popsUp", { amount: 2, after: SOON }),
    step("becomesVisible", { after: LATER }),
  ];
  expect(await outcomesOf(script)).toEqual(["popup severed", "popup popup-closed-by-user", "popup done"]);
});

test("a page in the window of a popup or of a redirect signs nobody in", async () => {
  for (const [leaves, outcome] of [
    ["popsUp", "popup invalid-credential"],
    ["leaves", "redirect invalid-credential"],
  ] as const) {
    const script = [step(leaves, { amount: 2, after: SOON }), step("intrudes", { after: LATER })];
    expect(await outcomesOf(script)).toContain(outcome);
  }
});

test("a stranger's answer signs nobody in when a redirect comes back with it", async () => {
  const script = [step("leaves", { amount: 3, after: 0 }), step("followsForeign", { after: LATER })];
  expect((await play(script, { world })).violation).toBeUndefined();
});

test.each([1, 2, 3])("seed %i of sign-ins by popup and by redirect breaks no rule", async (seed) => {
  expect((await play(scriptOf(seed, 100, world), { world })).violation).toBeUndefined();
});

test("a seed of sign-ins by popup and by redirect gives the same events each time", async () => {
  const { hash } = await play(scriptOf(4, 60, world), { world });
  await play(scriptOf(5, 20, world), { world });
  expect((await play(scriptOf(4, 60, world), { world })).hash).toBe(hash);
});
