import { describe, expect, test } from "vitest";
import { documentLibrary } from "./simulation/documents.ts";
import { faultNamed, faultyCode } from "./simulation/faults.ts";
import { type Library, library } from "./simulation/library.ts";
import { play } from "./simulation/play.ts";
import { shrink } from "./simulation/shrink.ts";
import { SCENARIOS, STORIES, step } from "./simulation/stories/index.ts";
import { scriptOf } from "./simulation/world.ts";

const STEPS = 200;
/** Less than a second each. */
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

test.each(STORIES)(
  "$fault: found, and the present code breaks no rule",
  async ({ fault, world, script, rule }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
    const code = await faultyCode(faultNamed(fault));
    expect((await play(script, { world, ...code })).violation?.rule).toBe(rule);
  },
);

test.each(SCENARIOS)("the present code breaks no rule: $name", async ({ world, script }) => {
  expect((await play(script, { world })).violation).toBeUndefined();
});

describe("one browser under one seed", () => {
  test.each(SEEDS)("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS))).violation).toBeUndefined();
  });

  test("no rule is broken by a password sign-in after an anonymous one, during the first storage read", async () => {
    const script = [step("signsInAnonymously"), step("signsIn")];
    expect((await play(script)).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const first = await play(scriptOf(11, STEPS));
    await play(scriptOf(12, 40));
    const second = await play(scriptOf(11, STEPS));
    expect(second.hash).toBe(first.hash);
    expect((await play(scriptOf(12, STEPS))).hash).not.toBe(first.hash);
  });

  test("a client that throws in a timer is found, and the simulation goes on to its verdict", async () => {
    const code: Library = {
      ...library,
      signOut: (client) => {
        setTimeout(() => {
          throw new Error("This timer fails.");
        }, 1000);
        return library.signOut(client);
      },
    };
    const script = [step("signsIn", { after: 6 }), step("signsOut", { after: 6 })];
    expect((await play(script, { code })).violation).toMatchObject({
      rule: "no error is left unhandled",
      text: expect.stringContaining("This timer fails."),
    });
  });

  test("a client whose sign-out does nothing is found, and the story is short", async () => {
    const code = { ...library, signOut: async () => {} };
    const script = scriptOf(1, STEPS);
    const { violation, steps } = await play(script, { code });
    expect(violation?.rule).toBe("rule 3: a sign-out wins");
    const story = await shrink(script.slice(0, steps), violation?.rule ?? "", { code });
    expect(story.length).toBeLessThanOrEqual(3);
    expect(story.map(({ kind }) => kind)).toContain("signsIn");
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

  test("a page that first shows the document of the user before is found", async () => {
    let shown: unknown;
    const documents: typeof documentLibrary = {
      createUserDocument: (options) => {
        const own = documentLibrary.createUserDocument(options);
        const before = shown as ReturnType<typeof own.getState> | undefined;
        own.watch((state) => {
          shown = state;
        });
        return {
          ...own,
          watch: (listener) => {
            if (before) listener(before);
            return own.watch(listener);
          },
        };
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
