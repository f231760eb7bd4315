import type { LocalServices } from "../../mocks/local-services.ts";
import type { Tab } from "./browser/tab.ts";
import type { Documents } from "./documents.ts";
import type { Pages } from "./pages/pages.ts";
import type { Person } from "./people.ts";
import type { Popups } from "./popups.ts";
import type { Profile } from "./profile.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Site } from "./site/site.ts";

export type Scene = {
  scheduler: Scheduler;
  services: LocalServices;
  profile: Profile;
  people: readonly [Person, Person];
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  /** The users' documents, in a world that has them. */
  documents: Documents | undefined;
  /** Sign-ins by popup and by redirect, in a world that has them. */
  popups: Popups | undefined;
  /** The site's own code, in a world whose pages run it. */
  pages: Pages | undefined;
};

/** What one step does, drawn from the seed. All numbers are small, so that shrinking makes a story simpler. */
export type Action = {
  /** One of `KINDS` here or of another table of steps. */
  kind: string;
  /** 0 to 3. */
  tab: number;
  /** 0 or 1. */
  who: number;
  /** How long a fault lasts, 0 to 4. */
  amount: number;
  /** The seed of every delay from here on. */
  luck: number;
  /** How much time passes after the step, 0 to 10. */
  after: number;
  /** Which moment the step waits for (`MOMENTS`). */
  moment?: number;
  /** 0 or 1, in a world of two devices. */
  device?: number;
};

export const AMOUNTS_MS = [300, 4_000, 20_000, 120_000, 4_200_000] as const;
export const AFTER_MS = [0, 1, 3, 12, 60, 300, 3_500, 31_000, 65_000, 600_000, 3_600_000] as const;
export const MOST_AMOUNT = AMOUNTS_MS.length - 1;
export const MOST_AFTER = AFTER_MS.length - 1;
export const afterOf = ({ after }: Action): number => AFTER_MS[after] ?? 0;
export const msOf = ({ amount }: Action): number => AMOUNTS_MS[amount] ?? 0;

/** The effect of a step. */
export type Perform = (scene: Scene, action: Action, person: Person) => void;
/** Its weight among all kinds, and its effect. */
export type Row = { weight: number; perform: Perform };
export const row = <Own extends Perform>(weight: number, perform: Own) => ({ weight, perform });

/** The tab of an action; it opens first if it is closed. Frozen pages take no input. */
export function tabOf({ profile }: Scene, { tab }: Action): Tab {
  return profile.tabs.get(tab) ?? profile.open(tab);
}

/** A call of a person in a page that runs. Its outcome is an event of the run. */
export function call(scene: Scene, action: Action, name: string, work: (tab: Tab) => Promise<unknown>): void {
  const tab = tabOf(scene, action);
  if (tab.page.isFrozen) return;
  const { rules } = scene.profile;
  // A write of the document waits for the network.
  const end = name === "save" ? () => {} : rules.calls(tab.page, name);
  const { pages } = scene;
  const load = async () => {
    await pages?.load(tab);
    // The page may have gone meanwhile.
    if (!tab.page.isGone) await work(tab);
  };
  (pages ? load() : work(tab)).then(
    () => {
      end();
      rules.note(`${tab.page.name} ${name} done`);
    },
    (error: unknown) => {
      end();
      rules.note(`${tab.page.name} ${name} ${(error as { code?: string }).code ?? String(error)}`);
      rules.failed(error);
    },
  );
}
