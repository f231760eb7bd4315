import { parseArgs } from "node:util";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { install, sessionVariables } from "../../packages/server/test/trial/parts/guide.ts";
import { openStage } from "../../packages/server/test/trial/stage.ts";
import { ensureBrowser, launchOptions } from "../support/browser.mjs";
import { rollReleases } from "./roll.ts";
import { switchModes } from "./switch.ts";

/**
 * `npm run lab -- deploy`: executes steps 6 to 8 of the deploy guide "without containers" on this machine, with the
 * guide's own commands and files: a new copy of the repository, PostgreSQL, two processes, Caddy with a self-signed
 * certificate for the guide's domain, SESSIONS=server, and the local services instead of Google. Two browsers sign in,
 * and one signs the other out. Ten tabs stay signed in over a switch of modes and back. Then the guide's loop changes to a release with other assets and back, while pages load.
 * Needs Linux, npm's registry and Debian's packages.
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

const stage = await openStage(options.release, true);
try {
  const added = await sessionVariables(stage);
  expect(added).toEqual({ SESSIONS: "server", SESSION_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await install(stage, options.release !== undefined, added, (name, isMet, output = "") => {
    if (!isMet) throw new Error(`Step ${name} of the guide failed:\n${output}`);
    say(`step ${name}`);
  });

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
  expect(await first.cookies()).toMatchObject([
    { name: "__Host-session", secure: true, httpOnly: true, sameSite: "Strict", path: "/" },
  ]);
  say("the first browser is signed up; its cookie is __Host-session");

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

  const ended = await stage.manage("end-sessions", {}, ["--email", person.email]);
  expect(ended).toContain("Ended: 1 session(s).");
  await other.goto("/settings/general");
  await expect(other).toHaveURL(/\/auth\/signin/, LONG);
  say("manage end-sessions has signed the second one out");

  await signIn(other);
  await switchModes(stage, second, person.email);
  say("ten tabs stay signed in over a switch of sessions to the browser and back, without Google meanwhile");

  const { tried, good, changes, faults } = await rollReleases(stage, browser, Number(options.loads));
  say(`${tried} page loads during ${changes} changes of release: ${good} hydrated, ${faults.length} faults`);
  for (const fault of new Set(faults)) say(fault);
  expect({ good, faults: faults.length }).toEqual({ good: tried, faults: 0 });
  say("a tab of the release before loads its chunks\n1 passed, 0 failed");
} finally {
  await stage.end();
}
