import type { Page } from "@playwright/test";
import { controlWorld } from "../../../packages/local-services/src/fixtures/playwright.ts";
import { expect, newPerson, type OwnSite, test } from "../fixtures.ts";
import { accountMenu, createAccount, fillSignIn, type Person } from "../support.ts";
import { sessionIdIn } from "./support.ts";

const MINUTE = 60_000;
const ID = /^[0-9a-f-]{36}$/;
/** Local mode's secret, as packages/local-services/README.md says. */
const SECRET = "local-services-only-no-secret-at-all";

type Tab = { page: Page; person: Person };

/** The tabs of a site whose mode, clock and Google change. The local services' clock survives a restart. */
async function openTabs(site: OwnSite) {
  const services = controlWorld(site.origin, "");
  const tabs: Tab[] = [];
  const signedOut: string[] = [];
  let offset = 0;

  const expectSignedIn = async () => {
    for (const { page, person } of tabs) await expect(page.locator("main")).toContainText(person.email);
  };
  const moveClock = async (ms: number) => {
    const moved = tabs.map(({ page }) =>
      page.waitForResponse(async (response) => {
        if (!response.url().includes("/__local/clock")) return false;
        return ((await response.json()) as { offset: number }).offset > offset;
      }),
    );
    const reading = await services.clock.advance(ms);
    await Promise.all(moved);
    offset = reading.offset;
    await expectSignedIn();
    expect(signedOut).toEqual([]);
  };
  return {
    tabs,
    expectSignedIn,
    add(page: Page, person: Person) {
      tabs.push({ page, person });
      page.on("framenavigated", (frame) => {
        if (frame.url().includes("/auth/")) signedOut.push(frame.url());
      });
    },
    moveClock,
    /** Google answers no request; the person's time goes on minute by minute. */
    async passWithoutGoogle(minutes: number) {
      await services.failures.add({ fault: { kind: "offline" }, endpoint: ["token", "accounts:*"] });
      for (let minute = 0; minute < minutes; minute += 1) await moveClock(MINUTE);
      await services.failures.clear();
    },
    async restart(env: Record<string, string>) {
      await site.stop();
      await site.start(env);
    },
  };
}

test("ten tabs keep their users signed in through each change of SESSIONS and a ten-minute outage of Google", async ({
  browser,
  context,
  page,
  site,
}) => {
  test.setTimeout(600_000);
  await site.stop();
  await site.start({ SESSIONS: "browser" });
  const { tabs, add, moveClock, passWithoutGoogle, restart, expectSignedIn } = await openTabs(site);
  const [ada, bob] = [newPerson("ada"), newPerson("bob")];
  const { origin } = site;
  const dashboard = `${origin}/dashboard`;
  const signIn = async (at: Page, person: Person) => {
    const request = { post: (path: string, options: object) => at.request.post(origin + path, options) };
    await createAccount(request as typeof at.request, person);
    await at.goto(`${origin}/auth/signin`);
    await fillSignIn(at, person);
    await expect(at).toHaveURL(dashboard);
    add(at, person);
  };
  const openPage = async () => {
    const opened = await context.newPage();
    await opened.goto(dashboard);
    await expect(accountMenu(opened)).toBeVisible();
    add(opened, ada);
  };
  await signIn(page, ada);
  const other = await browser.newContext({ reducedMotion: "reduce" });
  await signIn(await other.newPage(), bob);
  for (let count = 0; count < 5; count += 1) await openPage();
  await expectSignedIn();
  await moveClock(56 * MINUTE);
  expect(await sessionIdIn(page)).not.toMatch(ID);

  await restart({ SESSIONS: "server", SESSION_SECRET: SECRET });
  await openPage();
  await openPage();
  await expect.poll(() => sessionIdIn(page)).toMatch(ID);
  for (const minutes of [56, 50]) await moveClock(minutes * MINUTE);
  await passWithoutGoogle(10);
  for (const minutes of [16, 56]) await moveClock(minutes * MINUTE);

  await restart({ SESSIONS: "browser", SESSION_SECRET: SECRET });
  await openPage();
  await openPage();
  await passWithoutGoogle(10);
  for (const minutes of [16, 56]) await moveClock(minutes * MINUTE);
  await expect.poll(() => sessionIdIn(page), "the browser has its refresh token").not.toMatch(ID);
  expect(tabs.filter(({ person }) => person === ada)).toHaveLength(10);
  for (const { page: tab } of tabs) await tab.reload();
  await expectSignedIn();
  await other.close();
});
