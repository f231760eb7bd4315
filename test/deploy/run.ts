import { parseArgs } from "node:util";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { testRules } from "../../packages/server/test/alerts/rule-cases.ts";
import { ensureBrowser, launchOptions } from "../support/browser.mjs";
import { restoreBackup } from "./backups.ts";
import { install } from "./install.ts";
import { killProcesses } from "./kills.ts";
import { rollReleases } from "./roll.ts";
import { openStage } from "./stage.ts";
import { switchModes } from "./switch.ts";

/**
 * `npm run lab -- deploy`: executes steps 6 to 9 of the deploy guide "without containers" on this machine, with the
 * guide's own commands and files: a new copy of the repository, Debian's PostgreSQL, two processes, Caddy with a
 * self-signed certificate for the guide's domain, SESSIONS=server, and the local services instead of Google. Two
 * browsers sign in, and one signs the other out. Ten tabs stay signed in over a switch of modes and back. The guide's
 * loop changes to a release with other assets and a newer schema and back, while pages load and forms are sent. Then
 * processes are killed and hang, cron makes a backup, and a restore brings it back.
 * Needs Linux, root, npm's registry and Debian's packages.
 *
 * --release <folder> a folder that `npm ci && npm run build` has run in, instead of a new copy
 * --loads <number> page loads during the changes of release, 1000 without it
 */
const { values: options } = parseArgs({
  options: { release: { type: "string" }, loads: { type: "string", default: "1000" } },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);
const person = { email: "ada@example.com", password: "example-correct-horse" };
const LONG = { timeout: 30_000 };

const field = (page: Page, label: string) => page.getByRole("main").getByLabel(label, { exact: true });

const stage = await openStage(options.release);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stage.end().finally(() => process.exit(1)));
try {
  testRules(stage.work);
  say("each alert rule fires for its own failure, by promtool");
  await install(stage, options.release !== undefined);
  say("steps 6 to 9 of the guide");

  const { args = [], ...launch } = launchOptions(await ensureBrowser());
  const browser = await chromium.launch({
    ...launch,
    // The browser resolves the guide's domain to this machine, without a DNS entry.
    args: [...args, `--host-resolver-rules=MAP www.example.com:443 127.0.0.1:${stage.proxyPort}`],
  });
  stage.atEnd(() => browser.close());
  const open = async (): Promise<BrowserContext> =>
    browser.newContext({ baseURL: stage.origin, ignoreHTTPSErrors: true, reducedMotion: "reduce" });
  const [first, second] = [await open(), await open()];
  const [page, other] = [await first.newPage(), await second.newPage()];
  await page.goto("/auth/signup");
  await field(page, "Email").fill(person.email);
  await field(page, "Password").fill(person.password);
  await field(page, "Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(page).toHaveURL(`${stage.origin}/dashboard`, LONG);
  const cookies = await first.cookies();
  expect(cookies.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^__Host-session-/));
  for (const { name, ...cookie } of cookies)
    expect([name, cookie]).toMatchObject([
      expect.stringMatching(/^__Host-/),
      { secure: true, httpOnly: true, sameSite: "Strict", path: "/" },
    ]);
  say("the first browser is signed up; its cookies are strict and of this host alone");

  const signIn = async (at: Page): Promise<void> => {
    await at.goto("/auth/signin?next=/settings/general");
    await field(at, "Email").fill(person.email);
    await field(at, "Password").fill(person.password);
    await at.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(at).toHaveURL(`${stage.origin}/settings/general`, LONG);
  };
  await signIn(other);
  const card = other.getByRole("region", { name: "Where you’re signed in" });
  await card.getByRole("button", { name: /^Show/ }).click();
  await expect(card.getByRole("button", { name: /^Sign out/ })).toHaveCount(3, LONG);
  say("the second browser is signed in and lists both");

  await card.getByRole("button", { name: /^Sign out (?!here|everywhere)/ }).click();
  await expect(card.getByRole("status").getByText(/is signed out\.$/)).toBeVisible(LONG);
  await page.goto("/settings/general");
  await expect(page).toHaveURL(/\/auth\/signin/, LONG);
  await expect(other.getByRole("banner").getByRole("button", { name: "Account" })).toBeVisible();
  say("the second browser has signed the first one out");

  const ended = await stage.manage("end-sessions", "--email", person.email);
  expect(ended).toContain("Ended: 1 session(s).");
  await other.goto("/settings/general");
  await expect(other).toHaveURL(/\/auth\/signin/, LONG);
  say("manage end-sessions has signed the second one out");

  await signIn(other);
  await switchModes(stage, second, person.email);
  say("ten tabs stay signed in over a switch of sessions to the browser and back, without Google meanwhile");

  const { tried, good, changes, writes, faults } = await rollReleases(stage, browser, Number(options.loads));
  say(
    `${tried} page loads and ${writes} writes during ${changes} changes of release: ${good} hydrated, ${faults.length} faults`,
  );
  for (const fault of new Set(faults)) say(fault);
  expect({ good, faults: faults.length }).toEqual({ good: tried, faults: 0 });
  await other.goto("/settings/general");
  await expect(other).toHaveURL(`${stage.origin}/settings/general`, LONG);
  say("a tab of the release before loads its chunks, and a session lasts over all releases");

  await killProcesses(stage, say);
  await restoreBackup(stage);
  say("a backup by cron, and the restore from it\n1 passed, 0 failed");
} finally {
  await stage.end();
}
