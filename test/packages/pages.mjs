/**
 * Follows the ten-minute pages to the letter: a shell runs each page's commands and writes its files in an empty folder
 * outside the repository. Then a browser uses what the page has made.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { ensureBrowser, ensureHeadlessShell, launchHeadless, launchOptions } from "../support/browser.mjs";
import { scriptOf } from "./snippets.mjs";

const LOCAL_FIXTURES = new URL("../../dist/packages/local-services/dist/playwright.js", import.meta.url).href;
const PATIENT = { timeout: 60_000 };
/** The folder that the pages' templates make. */
const APPLICATION = "my-app";
const START = { timeout: 300_000 };

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {(page: Page) => Promise<void>} Use */

/** @type {Use} */
async function signIn(page) {
  const { completeConsent } = await import(LOCAL_FIXTURES);
  const button = page.getByRole("button", { name: "Sign in" });
  const [popup] = await Promise.all([page.waitForEvent("popup", PATIENT), button.click(PATIENT)]);
  await completeConsent(popup, { email: "vita@example.test", name: "Vita" });
  await expect(page.getByText("vita@example.test")).toBeVisible(PATIENT);
}

/** @type {Use} */
async function signInAndOut(page) {
  const signedOut = page.getByText("signed-out");
  await expect(signedOut).toBeVisible(PATIENT);
  await signIn(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(signedOut).toBeVisible(PATIENT);
}

/** @type {Use} */
async function signInOnServer(page) {
  const server = page.locator("#server");
  await expect(server).toHaveText("The server knows nobody.", PATIENT);
  await signIn(page);
  await expect(server).toContainText("The server knows you", PATIENT);
  await page.reload();
  await expect(server).toHaveText("The server knows you: Vita", PATIENT);
  // A link from another site brings no cookie; the page's start does.
  const address = page.url();
  await page.goto(`data:text/html,<a href="${address}">back</a>`);
  await page.getByRole("link").click();
  await expect(server).toHaveText("The server knows you: Vita", PATIENT);
  await page.getByRole("button", { name: "Sign out" }).click(PATIENT);
  await expect(server).toHaveText("The server knows nobody.", PATIENT);
}

/** @type {Use} */
async function nameInTwoTabs(page) {
  await expect(page.getByText("No name yet")).toBeVisible(PATIENT);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByText("No name yet")).toBeVisible(PATIENT);
  await page.getByLabel("Name").fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  for (const tab of [page, second]) await expect(tab.getByText("Hello Ada")).toBeVisible(PATIENT);
}

/** @type {Use} */
const refusedWithoutToken = (page) => expect(page.getByText("Sign in again.")).toBeVisible(PATIENT);

/** The port that a page's last command serves, and what a reader does there. @type {Record<string, [port: string, use: Use]>} */
const SITES = {
  "packages/identity/docs/vite.md": ["5173", signInAndOut],
  "packages/identity/docs/html.md": ["8080", signInAndOut],
  "packages/identity/docs/next.md": ["3000", signInOnServer],
  "packages/identity-server/docs/ten-minutes.md": ["3000", refusedWithoutToken],
  "packages/user-document/docs/ten-minutes.md": ["5173", nameInTwoTabs],
};

/** A script that installs the tarballs in place of a registry's packages. @param {string} script @param {string[]} tarballs */
const withTarballs = (script, tarballs) =>
  script.replace(/^npm install .*$/gm, (line) =>
    line.replace(
      /@tallybin\/([a-z-]+)/g,
      (_, name) => tarballs.find((file) => /tallybin-([a-z-]+)-\d/.exec(file)?.[1] === name) ?? name,
    ),
  );

/**
 * Follows one page. Its packages are the tarballs, and its ports are free ones.
 * @param {string} page @param {string[]} tarballs
 * @throws if a command fails, or if the browser finds something else than the page says
 */
export async function follow(page, tarballs) {
  const ports = { 9099: await leasePorts(), 5173: await leasePorts(), 8080: await leasePorts() };
  const free = /** @type {Record<string, number>} */ ({ ...ports, 3000: await leasePorts() });
  const script = withTarballs(scriptOf(page), tarballs)
    // An application that starts must also pass its template's strict types, and build.
    .replace(/^(npx local-services .*&)$/m, /create-/.test(scriptOf(page)) ? "npm run build\n$1" : "$1")
    .replace(/^npx vite$/m, "npx vite --port 5173 --strictPort")
    .replace(/^npx next dev$/m, "npx next dev --hostname 127.0.0.1 --port 3000")
    // Playwright's own browsers are downloads; the tests run in the browser of this machine.
    .replace(/^npx playwright install .*$/m, "")
    .replace(
      /^ {2}use: \{$/m,
      `$& launchOptions: ${JSON.stringify(launchOptions(ensureHeadlessShell(ensureBrowser())))},`,
    )
    .replace(/\b(9099|5173|8080|3000)\b/g, (port) => String(free[port]));
  const [served = "", tested] = script.split(/(?<=^npx (?:vite|next dev) .*\n)/m);
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  const shell = spawn("bash", ["-e"], { cwd: folder, detached: true, stdio: ["pipe", "inherit", "inherit"] });
  shell.stdin.end(served);
  const ended = once(shell, "exit");
  const browser = await launchHeadless();
  try {
    const [port, use] = SITES[page] ?? [];
    if (port === undefined || use === undefined) return expect(await ended).toEqual([0, null]);
    const context = await browser.newContext();
    const tab = await context.newPage();
    const hasServices = served.includes("npx local-services");
    const opened = expect(async () => {
      if (hasServices) await fetch(`http://localhost:${free[9099]}/healthz`);
      await tab.goto(`http://localhost:${free[port]}/`);
    }).toPass(START);
    await Promise.race([
      opened,
      ended.then(([code]) => {
        throw new Error(`The commands ended with ${code}.`);
      }),
    ]);
    await use(tab);
    if (tested === undefined) return;
    const { status } = spawnSync("bash", ["-e"], {
      cwd: join(folder, APPLICATION),
      input: tested,
      stdio: ["pipe", "inherit", "inherit"],
    });
    expect(status, "the page's own tests").toBe(0);
  } finally {
    await browser.close();
    if (shell.exitCode === null && shell.pid) process.kill(-shell.pid);
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
