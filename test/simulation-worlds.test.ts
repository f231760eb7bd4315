import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Action } from "./simulation/actions.ts";
import { play } from "./simulation/play.ts";
import { SERVER_FAULTS } from "./simulation/server-faults.ts";
import { SITE_FAULTS, type SiteFault, withSiteFault } from "./simulation/site-faults.ts";
import { type Kind, tell } from "./simulation/steps.ts";
import { FALSE_ALARMS } from "./simulation/stories/false-alarms.ts";
import { SCENARIOS } from "./simulation/stories/index.ts";
import { SERVER_FALSE_ALARMS } from "./simulation/stories/server-false-alarms.ts";
import { scriptOf } from "./simulation/world.ts";

const step = (kind: Kind, { tab = 0, who = 0, amount = 0, after = 0 }: Partial<Action> = {}): Action => ({
  ...{ kind, tab, who, amount, after, device: 0 },
  luck: 0,
});

const PLANTED: readonly SiteFault[] = [
  ...SERVER_FAULTS.map((fault) => ({ ...fault, source: "identity-server" as const })),
  ...SITE_FAULTS,
];

test.each(PLANTED)("the code holds each text that the planted fault replaces, once: $name", (fault) => {
  const { source = "server", guards = [] } = fault;
  for (const { file, find } of [fault, ...guards]) {
    const code = readFileSync(new URL(`../packages/${source}/src/${file}`, import.meta.url), "utf8");
    expect(code.split(find), file).toHaveLength(2);
  }
});

describe("stories that broke a rule of the simulation, not of the code", () => {
  test.each([...FALSE_ALARMS, ...SERVER_FALSE_ALARMS])("$name", async ({ world, script }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
  });
});

/** A fault, and the shortest story that finds it. */
const SITE_STORIES: readonly { name: string; script: readonly Action[]; rule: string }[] = [
  {
    name: "a sent mail stays in the queue",
    script: [step("subscribes", { after: 9 })],
    rule: "a mail is sent once",
  },
  {
    name: "opening the link of a mail unsubscribes",
    script: [step("subscribes", { after: 8 }), step("scansMail", { after: 8 })],
    rule: "an acknowledged write is kept once",
  },
  {
    name: "an unsubscription leaves the mail in the queue",
    script: [
      step("opens", { after: 6 }),
      step("mailLosesAnswers", { amount: 4 }),
      step("subscribes", { after: 9 }),
      step("unsubscribes", { after: 9 }),
    ],
    rule: "who has unsubscribed gets no mail",
  },
  {
    name: "a failed connection goes back to the pool",
    script: [
      step("opens", { after: 6 }),
      step("storeIsAway", { amount: 2 }),
      step("writes", { after: 9 }),
      step("subscribes", { after: 9 }),
    ],
    rule: "every step can be carried out",
  },
  {
    name: "each process counts its own limits",
    script: [step("floods", { after: 6 })],
    rule: "limits hold over processes",
  },
  {
    name: "a repeated message is stored again",
    script: [
      step("writes", { after: 5 }),
      step("writesAgain", { after: 5 }),
      step("writesAgain", { after: 5 }),
    ],
    rule: "an acknowledged write is kept once",
  },
  {
    name: "the log holds the address of a request",
    script: [step("subscribes", { after: 8 }), step("unsubscribes", { after: 5 })],
    rule: "no secret where it does not belong",
  },
];

describe("the whole server under one seed", () => {
  const world = "site";

  test.each([1, 2])("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, 40, world), { world })).violation).toBeUndefined();
  });

  test("a seed gives the same events each time, although both runs use one engine", async () => {
    const { hash } = await play(scriptOf(3, 30, world), { world });
    await play(scriptOf(4, 10, world), { world });
    expect((await play(scriptOf(3, 30, world), { world })).hash).toBe(hash);
  });

  test.each(SITE_STORIES)(
    "$name is found, and the present code breaks no rule",
    async ({ name, script, rule }) => {
      expect((await play(script, { world })).violation).toBeUndefined();
      const fault = SITE_FAULTS.find((each) => each.name === name);
      if (!fault) throw new Error(name);
      const { violation } = await withSiteFault(fault, (whole) => play(script, { world, whole }));
      expect(violation?.rule).toBe(rule);
    },
  );
});

test("the sentence of a step that follows a moment has no visitor's name", () => {
  const writes = step("writes", { tab: 1 });
  expect(tell(writes)).toBe("on the laptop: Dan writes a message");
  expect(tell({ ...writes, moment: 3, luck: 1 })).toBe(
    "on the laptop: when a page next begins to write, somebody writes a message",
  );
});

describe("a backup under one seed", () => {
  const restored = (kinds: readonly Kind[]): Action[] =>
    [
      "opens" as const,
      "subscribes" as const,
      "signsIn" as const,
      ...kinds,
      "restores" as const,
      "calms" as const,
    ].map((kind) => step(kind, { after: 7 }));

  test.each([
    { world: "site" as const, kinds: ["backsUp", "signsIn", "writes"] as const },
    { world: "upgrades" as const, kinds: ["backsUp", "upgrades", "signsIn"] as const },
  ])("its restoration ends every session, and breaks no rule ($world)", async ({ world, kinds }) => {
    const { log, violation } = await play(restored(kinds), { world });
    expect(violation).toBeUndefined();
    expect(log.some((line) => line.includes("Ended: "))).toBe(true);
    expect(log.filter((line) => line.includes("is ready")).length).toBeGreaterThanOrEqual(4);
  });
});

describe("two releases of server and client under one seed", () => {
  const world = "upgrades";

  test.each([1])("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, 40, world), { world })).violation).toBeUndefined();
  });

  test("no visitor opens a link of the earlier release whose row a restoration has lost", async () => {
    const scenario = SCENARIOS.find(({ name }) => name.includes("again after a restoration"));
    if (!scenario) throw new Error("the scenario has another name");
    expect((await play(scenario.script, { world })).violation).toBeUndefined();
  });

  test("the earlier release starts first, and the present one migrates its database", async () => {
    const script = [
      step("opens", { after: 7 }),
      step("upgrades", { after: 7 }),
      step("subscribes", { after: 5 }),
    ];
    const { log, violation } = await play(script, { world });
    expect(violation).toBeUndefined();
    expect(log.filter((line) => line.includes("is ready"))).toHaveLength(4);
  });
});

describe("two releases beside each other", () => {
  const steps = ["opens", "signsIn", "subscribes", "upgrades", "signsIn", "renames"] as const;
  const script = steps.map((kind, tab) => ({ ...step(kind, { tab: tab % 2, after: 6 }), luck: tab }));

  test.each(["releases", "upgrades"] as const)(
    "a script gives the same events each time (%s)",
    async (world) => {
      const own = script.filter(({ kind }) => world === "upgrades" || !/subscribes|upgrades/.test(kind));
      const { hash } = await play(own, { world });
      await play(own.slice(0, 2), { world: "browser" });
      expect((await play(own, { world })).hash).toBe(hash);
    },
  );
});
