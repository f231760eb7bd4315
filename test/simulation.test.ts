import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Action } from "./simulation/actions.ts";
import { documentLibrary } from "./simulation/documents.ts";
import { FAULTS, withClientFault } from "./simulation/faults.ts";
import { type Library, library } from "./simulation/library.ts";
import { play } from "./simulation/play.ts";
import { SERVER_FAULTS, withServerFault } from "./simulation/server-faults.ts";
import { shrink } from "./simulation/shrink.ts";
import type { Kind } from "./simulation/steps.ts";
import { scriptOf } from "./simulation/world.ts";

const STEPS = 200;
/** Less than a second each. */
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

const step = (kind: Kind, numbers: Partial<Action> = {}): Action => ({
  ...{ kind, tab: 0, who: 0, amount: 0, after: 0, luck: 0 },
  ...numbers,
});

/** Each story has once broken a rule in the client's code. */
const STORIES: readonly { name: string; script: readonly Action[] }[] = [
  {
    name: "a password sign-in after an anonymous one, during the first storage read",
    script: [step("signsInAnonymously"), step("signsIn")],
  },
];

/** Each story has once broken a rule in the client's code, and does with the named fault. */
const FOUND: readonly { fault: string; rule: string; script: readonly Action[] }[] = [
  {
    fault: "a sign-out before the first read ends what was stored later",
    rule: "rule 1: a stored session ends only by its owner or a refusal",
    script: [
      step("opens", { after: 5 }),
      step("storageIsSlow", { amount: 2 }),
      step("signsIn", { tab: 1, who: 1, after: 6 }),
      step("signsOut", { tab: 1, after: 1 }),
      step("signsIn", { after: 6 }),
      step("opens", { tab: 2, after: 7 }),
    ],
  },
  {
    fault: "a failure that storage refused is forgotten",
    rule: "rule 2: each exchange has a reason",
    script: [
      step("signsIn", { after: 5 }),
      step("storageAborts", { amount: 4 }),
      step("unavailable", { amount: 4 }),
      step("forcesToken", { after: 8 }),
    ],
  },
  {
    fault: "a token's life counts from its receipt",
    rule: "rule 4: no expired token is handed out",
    script: [
      step("signsIn", { after: 5 }),
      step("forcesToken", { after: 4 }),
      step("freezes", { amount: 4, after: 10 }),
      step("asksForToken", { after: 9 }),
    ],
  },
  {
    fault: "what storage held while a change was pending is forgotten",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens"),
      step("signsIn", { tab: 3 }),
      step("storageIsSlow", { amount: 2, after: 6, luck: 7_397_844, moment: 3 }),
      step("freezes", { tab: 3, amount: 4 }),
      step("signsIn"),
      step("signsOut", { moment: 3 }),
      step("opens", { after: 7 }),
    ],
  },
  {
    fault: "a session that another tab has removed is written again",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens"),
      step("opens", { tab: 3 }),
      step("storageIsSlow", { amount: 1, after: 1, luck: 4 }),
      step("signsIn", { tab: 3, after: 3, luck: 4 }),
      step("signsIn", { after: 5, luck: 4 }),
      step("signsOut", { after: 8, luck: 4 }),
    ],
  },
  {
    fault: "an exchange stores tokens of a session that another tab has signed out",
    rule: "what was ended never comes back into storage",
    script: [
      step("opens", { tab: 1 }),
      step("storageIsFull"),
      step("signsIn", { after: 9 }),
      step("sleeps", { amount: 4, after: 3, luck: 12 }),
      step("signsIn", { after: 4, luck: 8 }),
      step("signsOut", { tab: 1 }),
    ],
  },
  {
    fault: "an anonymous sign-in replaces one that ended while it waited for storage",
    rule: "only the last sign-in counts",
    script: [step("storageIsSlow"), step("signsInAnonymously", { tab: 2 }), step("signsIn", { tab: 2 })],
  },
  {
    fault: "the sign-out of a session that was not read is not noted",
    rule: "what was ended is never shown again",
    script: [
      step("signsIn", { after: 8 }),
      step("crashes", { tab: 2, moment: 4 }),
      step("signsOut", { tab: 2, moment: 3 }),
      step("opens", { tab: 2, moment: 4 }),
      step("storesForeign"),
      step("signsIn", { tab: 2, after: 5 }),
    ],
  },
];

test.each(FAULTS)("the code holds the text that the planted fault replaces, once: $name", (fault) => {
  const { source = "identity", file, find } = fault;
  const code = readFileSync(new URL(`../packages/${source}/src/${file}`, import.meta.url), "utf8");
  expect(code.split(find)).toHaveLength(2);
});

describe("one browser under one seed", () => {
  test.each(SEEDS)("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS))).violation).toBeUndefined();
  });

  test.each(STORIES)("no rule is broken by $name", async ({ script }) => {
    expect((await play(script)).violation).toBeUndefined();
  });

  test.each(FOUND)("$fault: found, and the present code breaks no rule", async ({ fault, rule, script }) => {
    expect((await play(script)).violation).toBeUndefined();
    const planted = FAULTS.find(({ name }) => name === fault);
    if (!planted) throw new Error(fault);
    const { violation } = await withClientFault(planted, (code) => play(script, code));
    expect(violation?.rule).toBe(rule);
  });

  test("a seed gives the same events each time", async () => {
    const first = await play(scriptOf(11, STEPS));
    await play(scriptOf(12, 40));
    const second = await play(scriptOf(11, STEPS));
    expect(second.hash).toBe(first.hash);
    expect((await play(scriptOf(12, STEPS))).hash).not.toBe(first.hash);
  });

  test("a client whose sign-out does nothing is found, and the story is short", async () => {
    const code = { ...library, signOut: async () => {} };
    const script = scriptOf(1, STEPS);
    const { violation, steps } = await play(script, { code });
    expect(violation?.rule).toBe("rule 3: a sign-out wins");
    const story = await shrink(script.slice(0, steps), violation?.rule ?? "", { code });
    expect(story.length).toBeLessThanOrEqual(3);
    expect(story.at(0)?.kind).toBe("signsIn");
    expect(story.at(-1)?.kind).toBe("signsOut");
  });
});

describe("two people and two devices under one seed", () => {
  const world = "devices";

  test.each(SEEDS.slice(0, 3))("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS, world), { world })).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const { hash } = await play(scriptOf(3, 80, world), { world });
    expect((await play(scriptOf(3, 80, world), { world })).hash).toBe(hash);
  });

  test("a client that gives a person's account the name of another is found", async () => {
    const code: Library = {
      ...library,
      updateProfile: (client) => library.updateProfile(client, { displayName: "Alice 1" }),
    };
    const script = [
      { ...step("signsIn", { who: 1, after: 5 }), device: 1 },
      { ...step("renames"), device: 1 },
    ];
    const { violation } = await play(script, { code, world });
    expect(violation?.rule).toBe("nobody sees another person's data");
  });
});

describe("a server that keeps sessions under one seed", () => {
  const world = "server";

  test.each(SEEDS.slice(0, 4))("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS, world), { world })).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const { hash } = await play(scriptOf(3, 80, world), { world });
    expect((await play(scriptOf(3, 80, world), { world })).hash).toBe(hash);
  });

  test("a client that leaves its refresh token in the browser is found", async () => {
    const code: Library = {
      ...library,
      serverCustody: (options) => (parts) => ({
        ...library.serverCustody(options)(parts),
        keep: (session, _, use) => use(session),
        isOwn: () => true,
      }),
    };
    const { violation } = await play([step("signsIn", { after: 6 })], { code, world });
    expect(violation?.rule).toBe("no secret where it does not belong");
  });

  /** Each story has once broken a rule in the server's code, and does with the named fault. */
  const RELEASE_IS_LOST: readonly Action[] = [
    { ...step("signsIn"), device: 1 },
    { ...step("serverSwitches"), device: 0 },
    { ...step("opens", { after: 5 }), device: 0 },
    { ...step("losesResponses", { amount: 3 }), device: 1 },
    { ...step("opens", { tab: 1, after: 7 }), device: 1 },
  ];
  /** While storage fails, two tabs of one browser have a session each, and one cookie opens both. */
  const TWO_SESSIONS: readonly Action[] = [
    { ...step("signsIn", { tab: 1 }), device: 0 },
    { ...step("storageFails", { amount: 1 }), device: 0 },
    { ...step("signsIn", { who: 1, after: 6 }), device: 0 },
    { ...step("changesPassword", { tab: 1, after: 10 }), device: 0 },
  ];
  test.each([
    {
      script: RELEASE_IS_LOST,
      name: "a released token can be fetched for a minute only",
      rule: "the server ends a session only for a reason",
    },
    {
      script: TWO_SESSIONS,
      name: "new tokens of a session take the cookie from the one that has replaced it",
      rule: "a new cookie opens what the one before it did",
    },
  ])("$name: found, and the present code breaks no rule", async ({ script, name, rule }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
    const fault = SERVER_FAULTS.find((each) => each.name === name);
    if (!fault) throw new Error(name);
    const { violation } = await withServerFault(fault, (server) => play(script, { world, server }));
    expect(violation?.rule).toBe(rule);
  });
});

describe("the users' documents under one seed", () => {
  const world = "documents";

  test.each(SEEDS.slice(0, 2))("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, 80, world), { world })).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const { hash } = await play(scriptOf(4, 60, world), { world });
    expect((await play(scriptOf(4, 60, world), { world })).hash).toBe(hash);
  });

  test("a client that acknowledges a write and sends none is found", async () => {
    const documents: typeof documentLibrary = {
      createUserDocument: (options) => ({
        ...documentLibrary.createUserDocument(options),
        set: async () => {},
      }),
    };
    const { violation } = await play([step("signsIn", { after: 5 }), step("saves")], { world, documents });
    expect(violation?.rule).toBe("an acknowledged write is kept");
  });

  test("a page that keeps the document of the user before is found", async () => {
    let first: ReturnType<typeof documentLibrary.createUserDocument> | undefined;
    const documents: typeof documentLibrary = {
      createUserDocument: (options) => {
        const own = documentLibrary.createUserDocument(options);
        first ??= { ...own, dispose: () => {} } as unknown as NonNullable<typeof first>;
        return first as unknown as typeof own;
      },
    };
    const script = [
      step("signsIn", { after: 6 }),
      step("saves", { after: 6 }),
      step("signsIn", { who: 1, after: 6 }),
    ];
    const { violation } = await play(script, { world, documents });
    expect(violation?.rule).toBe("nobody sees another person's document");
  });
});

describe("two releases in one browser under one seed", () => {
  const world = "releases";

  test.each(SEEDS.slice(0, 3))("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS, world), { world })).violation).toBeUndefined();
  });

  test("a release that keeps the session under another name is found", async () => {
    const code: Library = {
      ...library,
      createIdentityClient: (options) => library.createIdentityClient({ ...options, namespace: "another" }),
    };
    const script = [step("opens"), step("opens", { tab: 1, after: 5 }), step("signsIn", { after: 7 })];
    const { violation } = await play(script, { code, world });
    expect(violation?.rule).toBe("without faults, all tabs agree at once");
  });
});
