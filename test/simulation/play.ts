import { createHash } from "node:crypto";
import { createLocalServices } from "../../mocks/local-services.ts";
import * as identityServer from "../../packages/identity-server/src/index.ts";
import { type Action, afterOf, type Scene } from "./actions.ts";
import { createDocuments, type DocumentLibrary, documentLibrary } from "./documents.ts";
import { replaceGlobals } from "./globals.ts";
import { createGoogle } from "./google.ts";
import { calm } from "./kinds.ts";
import { type Library, library, type ServerLibrary } from "./library.ts";
import type { Moment } from "./moments.ts";
import { type PageCode, presentPageCode } from "./pages/page-code.ts";
import { createPages } from "./pages/pages.ts";
import { createPerson } from "./people.ts";
import { createPopups } from "./popups.ts";
import { createProfile, type Profile } from "./profile.ts";
import { createRandom } from "./random.ts";
import { beside, earlierLibrary } from "./releases.ts";
import type { Rules, Violation } from "./rules.ts";
import { asTask, createScheduler, START } from "./scheduler.ts";
import { createSite } from "./site/site.ts";
import { perform } from "./steps.ts";
import { wordsOf } from "./stories/read.ts";
import { devicesOf } from "./world.ts";
import type { World } from "./worlds.ts";

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

export type PlayOptions = {
  code?: Library | undefined;
  server?: ServerLibrary | undefined;
  documents?: DocumentLibrary | undefined;
  pages?: PageCode | undefined;
  world?: World | undefined;
};

/** What happened, in the order of time. */
const timeOf = (line: string): number => Number.parseInt(line, 10);

/**
 * Listens to unhandled errors instead of those who end the process, and to Node's warnings of listeners that are never
 * removed. Returns the function that gives the others their place back.
 */
function watchProcess(fail: (rule: string, text: string) => void): () => void {
  const name = "unhandledRejection";
  const others = process.listeners(name);
  const onError = (error: unknown) =>
    fail("no error is left unhandled", String((error as Error).stack ?? error));
  const onWarning = (warning: Error) => {
    if (warning.name === "MaxListenersExceededWarning") fail("no memory grows", warning.message);
  };
  process.removeAllListeners(name);
  process.on(name, onError);
  process.on("warning", onWarning);
  return () => {
    process.off(name, onError);
    process.off("warning", onWarning);
    for (const other of others) process.on(name, other);
  };
}

/** Ends with the latest play, which goes on if its test times out. */
let playing: Promise<unknown> = Promise.resolve();

/** Plays a script under one clock and one sequence of random numbers, once earlier plays have given the globals back. */
export function play(script: readonly Action[], options: PlayOptions = {}): Promise<Outcome> {
  const outcome = playing.then(() => playAlone(script, options));
  const end = () => undefined;
  playing = outcome.then(end, end);
  return outcome;
}

async function playAlone(
  script: readonly Action[],
  {
    code: present = library,
    server = identityServer,
    documents: documentCode = documentLibrary,
    pages: pageCode,
    world = "browser",
  }: PlayOptions,
): Promise<Outcome> {
  const code = world === "releases" ? beside(present, await earlierLibrary()) : present;
  const siteCode = world === "pages" ? (pageCode ?? (await presentPageCode())) : undefined;
  const scheduler = createScheduler();
  let random = createRandom(1);
  const luck = {
    next: () => random.next(),
    between: (low: number, high: number) => random.between(low, high),
    pick: <Item>(items: readonly [Item, ...Item[]]) => random.pick(items),
  };
  const restore = replaceGlobals(scheduler, createRandom(2));
  const all: Rules[] = [];
  const profiles: Profile[] = [];
  const stopWatching = watchProcess((rule, text) => all[0]?.fail(rule, text));
  let steps = 0;
  try {
    const services = createLocalServices({ seed: 1, tokens: "unsigned", now: scheduler.now });
    const people: Scene["people"] = [
      await createPerson(services, "Alice"),
      await createPerson(services, "Bob"),
    ];
    const google = createGoogle(services, { isSigned: world === "server" });
    const { projectId } = services;
    const parts = {
      scheduler,
      luck,
      google,
      projectId,
      fail: (rule: string, text: string) => all[0]?.fail(rule, text),
      note: (text: string) => all[0]?.note(text),
      come: (moment: Moment) => {
        for (const { moments } of profiles) moments.come(moment);
      },
      learn: (answer: string) => {
        for (const rules of all) rules.learn(answer);
      },
      scan: (where: string, text: string) => {
        for (const rules of all) rules.scan(where, text);
      },
    };
    const site = world === "server" ? createSite(parts, server) : undefined;
    const scenes = devicesOf(world).map((device) => {
      const shared = { scheduler, google, projectId, site, luck, people };
      const profile = createProfile({ ...shared, library: code, ...device });
      all.push(profile.rules);
      profiles.push(profile);
      const own = { scheduler, services, profile, people };
      const hasDocuments = world === "documents" || world === "pages";
      const documents = hasDocuments ? createDocuments({ ...own, library: documentCode }) : undefined;
      const pages = siteCode && documents && createPages({ ...own, documents, code: siteCode });
      const popups = world === "popups" ? createPopups(own) : undefined;
      profile.setOpening((tab) => {
        if (pages) pages.opened(tab);
        else documents?.follow(tab);
        popups?.opened(tab);
      });
      return { ...own, site, documents, popups, pages } satisfies Scene;
    });
    const violation = () => all.map((rules) => rules.violation()).find(Boolean);
    scheduler.setAfterTask((place) => {
      for (const rules of all) rules.afterTask(place);
      for (const { documents, popups, pages } of scenes) {
        documents?.check();
        popups?.check();
        pages?.check();
      }
      return !violation();
    });

    const agree = async () => {
      await scheduler.run(AGREEMENT_MS);
      for (const rules of all) rules.agree();
      for (const { custody } of profiles) await custody.agree();
      for (const { documents, popups, pages } of scenes) {
        await documents?.agree();
        popups?.agree();
        await pages?.agree();
      }
    };
    for (const each of script) {
      const scene = scenes[each.device ?? 0] ?? scenes[0];
      if (!scene) break;
      random = createRandom(each.luck);
      steps += 1;
      scene.profile.rules.note(wordsOf([each]));
      asTask(() => perform(scene, each));
      if (each.kind === "calms") for (const other of scenes) calm(other);
      await scheduler.settle();
      await scheduler.run(afterOf(each));
      for (const { documents } of scenes) documents?.check();
      if (!violation()) for (const rules of all) rules.agreeSoon();
      if (!violation() && each.kind === "calms") await agree();
      if (violation()) break;
    }
    if (!violation()) {
      for (const scene of scenes) calm(scene);
      await agree();
    }
    for (const { profile } of scenes) for (const tab of [...profile.tabs.values()]) profile.crash(tab);
    const hash = createHash("sha256");
    for (const rules of all) hash.update(rules.hash());
    return {
      violation: violation(),
      steps,
      simulatedMs: scheduler.now() - START,
      hash: hash.digest("hex").slice(0, 16),
      log: all.flatMap((rules) => rules.lastLines()).sort((a, b) => timeOf(a) - timeOf(b)),
    };
  } finally {
    stopWatching();
    restore();
  }
}
