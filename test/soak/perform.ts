import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import type { Fault } from "../../mocks/failures/script.ts";
import { type Action, afterOf, msOf } from "../simulation/actions.ts";
import type { Kind } from "../simulation/steps.ts";
import type { Browser } from "./browser.ts";
import type { Person, Services } from "./services.ts";

/** What the header of a page may show. */
export type Shown = Person["name"] | "signed out";
export type World = {
  origin: string;
  browser: Browser;
  services: Services;
  /** What all tabs may show once no fault is left. */
  known: Set<Shown>;
  /** Whether a fault may explain that a step does not succeed. */
  hasFault: boolean;
};
type Perform = (world: World, action: Action, person: Person) => unknown;

/** During a fault a form may never come. */
const limitOf = ({ hasFault }: World) => ({ timeout: hasFault ? 6_000 : 30_000 });
/** The longest time that really passes. The clock of the services makes up for the rest. */
const LONGEST_MS = 4_000;
const realMs = (ms: number): number => Math.min(ms, LONGEST_MS);
const PATHS = ["/dashboard", "/about", "/settings/general", "/solutions"] as const;
const menuOf = (page: Page) => page.getByRole("banner").getByRole("button", { name: /account/i });

/** What ends by itself, or with all faults. */
const ends = new Set<() => unknown>();
function endAfter(ms: number, end: () => unknown): void {
  const once = () => (ends.delete(once) ? end() : undefined);
  ends.add(once);
  setTimeout(once, realMs(ms)).unref();
}

const line =
  (fault: Fault, phase?: "after"): Perform =>
  async ({ services: { world } }, action) => {
    await world.failures.add({ fault, ...(phase && { phase }) });
    endAfter(msOf(action), () => world.failures.clear());
  };
const account =
  (changes: () => object): Perform =>
  ({ services, known }, _, person) => {
    if (known.has(person.name)) known.add("signed out");
    return services.change(person, changes());
  };

async function signOut(world: World, { tab }: Action): Promise<void> {
  const { browser, known } = world;
  const limit = limitOf(world);
  const menu = menuOf(await browser.tabAt(tab));
  if (!(await menu.isVisible())) return;
  known.add("signed out");
  await menu.click(limit);
  await menu.page().getByRole("menuitem", { name: "Sign out" }).click(limit);
  await menu.waitFor({ state: "detached", ...limit });
  known.clear();
  known.add("signed out");
}

async function signIn(world: World, action: Action, person: Person): Promise<void> {
  const { browser, known, origin } = world;
  const limit = limitOf(world);
  const page = await browser.tabAt(action.tab, "/auth/signin");
  await page.goto(`${origin}/auth/signin`, limit);
  await page.locator("header:is([data-account=signed-in], [data-account=signed-out])").waitFor(limit);
  // A user who finds a session signs out first.
  if (await menuOf(page).isVisible()) {
    await signOut(world, action);
    await page.goto(`${origin}/auth/signin`, limit);
  }
  await page.getByRole("main").getByLabel("Password", { exact: true }).fill(person.password, limit);
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill(person.email);
  known.add(person.name);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await menuOf(page).waitFor(limit);
  known.clear();
  known.add(person.name);
}

/** The simulation's steps that a driver can cause in a real browser. */
const STEPS: Partial<Record<Kind, Perform>> = {
  opens: ({ browser }, { tab, who }) => browser.tabAt(tab, PATHS[who]),
  signsIn: signIn,
  signsOut: signOut,
  asksForToken: async (world, { tab, amount }) =>
    (await world.browser.tabAt(tab)).goto(world.origin + (PATHS[amount] ?? "/"), limitOf(world)),
  looksUp: async (world, { tab }) => (await world.browser.tabAt(tab)).reload(limitOf(world)),
  triesAgain: async (world, { tab }) => {
    const button = (await world.browser.tabAt(tab)).getByRole("button", { name: "Try again" }).first();
    // The client may connect by itself before the click.
    if (await button.isVisible()) await button.click(limitOf(world)).catch(() => undefined);
  },
  becomesVisible: async ({ browser }, { tab }) => (await browser.tabAt(tab)).bringToFront(),
  closes: ({ browser }, { tab }) => browser.close(tab),
  crashes: ({ browser }, { tab, who }) => (who === 1 ? browser.kill() : browser.crash(tab)),
  freezes: async ({ browser }, action) => {
    await browser.freeze(action.tab);
    endAfter(msOf(action), () => browser.thaw(action.tab));
  },
  goesBack: async ({ browser }, action) => {
    const page = await browser.tabAt(action.tab);
    await page.goto("about:blank");
    endAfter(msOf(action), () => page.goBack().catch(() => undefined));
  },
  sleeps: ({ browser }, action) => browser.sleep(realMs(msOf(action))),
  clears: ({ browser, known }) => {
    known.add("signed out");
    return browser.clear();
  },
  offline: async ({ browser }, action) => {
    await browser.setOffline(true);
    endAfter(msOf(action), () => browser.setOffline(false));
  },
  slow: line({ kind: "latency", ms: 3000 }),
  silent: line({ kind: "hang" }),
  losesRequests: line({ kind: "offline" }),
  losesResponses: line({ kind: "cut" }, "after"),
  unavailable: line({ kind: "status", status: 503 }),
  busy: line({ kind: "status", status: 429 }),
  html: line({ kind: "html" }),
  tokensAreShort: async ({ services: { world } }, action) => {
    await world.change({ idTokenLifetimeS: 60 });
    endAfter(msOf(action), () => world.change({ idTokenLifetimeS: 3600 }));
  },
  disables: account(() => ({ disableUser: true })),
  enables: ({ services }, _, person) => services.change(person, { disableUser: false }),
  revokes: account(() => ({ validSince: String(Math.ceil(Date.now() / 1000) + 1) })),
};

/** Steps of people in pages that run, which succeed without a fault. */
const GENTLE: readonly string[] = [
  ...["opens", "signsIn", "signsOut", "asksForToken", "looksUp", "triesAgain", "becomesVisible", "closes"],
  "enables",
];

/** Ends every fault, and wakes what sleeps. */
export async function calm(world: World): Promise<void> {
  const { browser, services } = world;
  for (const end of [...ends]) await end();
  await services.world.failures.clear();
  for (const person of services.people) await services.change(person, { disableUser: false });
  for (const page of browser.tabs.values()) {
    // A page that did not load during a fault is loaded by its user.
    if (page.url().startsWith("http") && (await page.locator("header[data-account]").count()) > 0) continue;
    await page.reload().catch(() => undefined);
  }
  world.hasFault = false;
}

/** Carries a step out, if a real browser's driver can. Returns why it did not succeed. */
export async function perform(world: World, action: Action): Promise<string | undefined> {
  const step = STEPS[action.kind as Kind];
  if (!step || world.browser.isFrozen(action.tab)) return undefined;
  if (!GENTLE.includes(action.kind)) world.hasFault = true;
  let failure: string | undefined;
  try {
    await step(world, action, world.services.people[action.who === 1 ? 1 : 0]);
  } catch (error) {
    [failure] = String(error instanceof Error ? error.message : error).split("\n");
  }
  const ms = afterOf(action);
  await pause(realMs(ms));
  if (ms > LONGEST_MS) await world.services.world.clock.advance(ms - LONGEST_MS);
  return failure;
}
