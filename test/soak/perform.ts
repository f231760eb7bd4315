import type { Browser } from "./browser.ts";
import type { Observation } from "./history.ts";
import { emailOf, type Person } from "./people.ts";
import type { FaultyProxy } from "./proxy.ts";
import type { Site } from "./site.ts";
import { type Step, TABS } from "./steps.ts";

export type World = {
  site: Site;
  proxy: FaultyProxy;
  browser: Browser;
  record(observation: Observation): void;
  /** The fault of the current steps. */
  setFaulty(isFaulty: boolean): void;
  isFaulty(): boolean;
  /** The user of the browser's last sign-in. */
  lastPerson(): Person | undefined;
};

const MENU = { name: /account/i };
const FORM_MS = 20_000;
/** During a fault a form may never come. */
const FAULTY_FORM_MS = 6_000;

const timeoutOf = ({ isFaulty }: World) => ({ timeout: isFaulty() ? FAULTY_FORM_MS : FORM_MS });

async function signOut(world: World, tab: number): Promise<void> {
  const { browser, record } = world;
  const { page } = browser.tabs[tab] ?? {};
  if (!page) return;
  const menu = page.getByRole("banner").getByRole("button", MENU);
  if (!(await menu.isVisible())) return record({ at: Date.now(), kind: "note", text: "already signed out" });
  const item = page.getByRole("menuitem", { name: "Sign out" });
  try {
    await menu.click(timeoutOf(world));
    await item.waitFor(timeoutOf(world));
  } catch (error) {
    if (await menu.isVisible()) throw error;
    return record({ at: Date.now(), kind: "note", text: "the session ended before the sign-out" });
  }
  record({ at: Date.now(), kind: "asked-out" });
  await item.click();
  await menu.waitFor({ state: "detached" });
}

async function signIn(world: World, tab: number, person: Person): Promise<void> {
  const { site, browser } = world;
  const password = await site.prepare(person);
  const { page } = browser.tabs[tab] ?? {};
  if (!page) return;
  await browser.load(tab, "/auth/signin");
  const limit = timeoutOf(world);
  const menu = page.getByRole("banner").getByRole("button", MENU);
  const field = page.getByRole("main").getByLabel("Password", { exact: true });
  await menu.or(field).first().waitFor(limit);
  // A user who finds another user's session, or an ended one that the browser has not noticed, signs out first.
  if (await menu.isVisible()) {
    await signOut(world, tab);
    await browser.load(tab, "/auth/signin");
  }
  await field.fill(password, limit);
  await page.getByRole("main").getByLabel("Email", { exact: true }).fill(emailOf(person));
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await menu.waitFor(limit);
}

async function tryAgain({ browser, record }: World, tab: number): Promise<void> {
  const button = browser.tabs[tab]?.page
    .getByRole("status")
    .filter({ hasText: "Reconnecting" })
    .getByRole("button", { name: "Try again" });
  if (!button || !(await button.isVisible())) return;
  record({ at: Date.now(), kind: "early-attempt" });
  // The banner may go before the click, when the client has connected by itself.
  await button.click({ timeout: 2_000 }).catch(() => undefined);
}

async function endFault(world: World): Promise<void> {
  const { proxy, browser, record, setFaulty } = world;
  await proxy.set(undefined, "everything");
  await browser.setOffline(false);
  setFaulty(false);
  record({ at: Date.now(), kind: "fault-ended" });
  await reloadImpaired(browser);
}

/** A user reloads a page that has not loaded during a fault. */
async function reloadImpaired(browser: Browser): Promise<void> {
  for (let tab = 0; tab < TABS; tab += 1)
    if (browser.tabs[tab]?.isImpaired && !browser.isFrozen(tab)) await browser.load(tab, "reload");
}

/** Ends the sessions of the last user elsewhere. */
async function revoke(world: World, act: (person: Person) => Promise<void>): Promise<void> {
  const person = world.lastPerson();
  if (!person) return;
  // Recorded first: the browser may notice before the call returns.
  world.record({ at: Date.now(), kind: "revoked", person });
  await act(person);
}

/** Carries a step out in the browser, the proxy and the service. */
export async function perform(world: World, step: Step): Promise<void> {
  const { site, proxy, browser, record, setFaulty } = world;
  switch (step.kind) {
    case "wait":
    case "rest":
      return;
    case "visit":
      await browser.load(step.tab, step.path);
      return;
    case "reload":
      await browser.load(step.tab, "reload");
      return;
    case "freeze":
      for (const tab of step.tabs) await browser.freeze(tab);
      return;
    case "thaw":
      for (let tab = 0; tab < TABS; tab += 1) await browser.thaw(tab);
      if (!world.isFaulty()) await reloadImpaired(browser);
      return;
    case "sleep":
      return browser.sleep(step.ms);
    case "crash":
      return browser.crash(step.tab);
    case "browser-restart":
      return browser.restart(step.isKilled);
    case "service-restart":
      setFaulty(true);
      record({ at: Date.now(), kind: "fault-began", isForTokens: true });
      await site.restart(step.isKilled, step.downMs);
      return endFault(world);
    case "fault":
      setFaulty(true);
      record({ at: Date.now(), kind: "fault-began", isForTokens: step.scope !== "documents" });
      await proxy.set(step.fault, step.scope);
      if (step.fault === "offline") await browser.setOffline(true);
      return;
    case "fault-end":
      return endFault(world);
    case "try-again":
      return tryAgain(world, step.tab);
    case "sign-out":
      return signOut(world, step.tab);
    case "sign-in":
      return signIn(world, step.tab, step.person).catch((error) => {
        // A session that ends meanwhile, because another device ended it, replaces the form once.
        if (world.isFaulty()) throw error;
        return signIn(world, step.tab, step.person);
      });
    case "password-change":
      return revoke(world, site.changePassword);
    case "disable":
      return revoke(world, site.disable);
    case "delete":
      return revoke(world, site.remove);
    case "document-write": {
      const person = world.lastPerson();
      if (person) await site.rename(person, `${person} ${step.note}`);
    }
  }
}
