/**
 * Moves an application of Google's SDK by the page "From firebase/auth", to the letter: a user who is signed in before
 * stays so, every method works, and the way back of the page "keep-sessions" keeps the user too.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { launchHeadless } from "../support/browser.mjs";
import { LOCAL_FIXTURES, withTarballs } from "./pages.mjs";
import { blocksOf } from "./snippets.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const APPLICATION = fileURLToPath(new URL("scratch/move", import.meta.url));
const PATIENT = { timeout: 60_000 };
const ADA = { email: "ada@example.test", password: "correct horse" };

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click(PATIENT);

/** @param {Page} page @param {string} name */
const greets = (page, name) => expect(page.getByRole("heading")).toHaveText(`Hello ${name}`, PATIENT);

/** @param {Page} page @param {string} action */
async function submit(page, action, { email, password } = ADA) {
  await page.getByLabel("Email").fill(email, PATIENT);
  await page.getByLabel("Password").fill(password);
  await press(page, action);
}

/** Tries each method of signing in. Begins and ends with Ada. @param {Page} page @param {string} services */
async function tryEachMethod(page, services) {
  const { completeConsent } = await import(LOCAL_FIXTURES);
  await press(page, "Sign out");
  await submit(page, "Sign in", { ...ADA, password: "wrong" });
  await expect(page.getByText("auth/wrong-password")).toBeVisible(PATIENT);
  const [popup] = await Promise.all([page.waitForEvent("popup", PATIENT), press(page, "Google")]);
  await completeConsent(popup, { email: "gina@example.test", name: "Gina" });
  await greets(page, "Gina");
  await expect(page.getByText("token: true")).toBeVisible();
  await press(page, "Sign out");
  await submit(page, "Send a link", { email: "link@example.test", password: "" });
  await expect(async () => {
    const mail = await fetch(`${services}/__local/outbox/latest?to=link%40example.test`);
    await page.goto((await mail.json()).actionLink);
    await expect(page.getByRole("heading")).toHaveText("Hello link@example.test");
  }).toPass(PATIENT);
  await press(page, "Sign out");
  await submit(page, "Sign in");
}

/**
 * @param {string[]} tarballs
 * @throws if a command fails, or if the user meets something else than the pages say
 */
export async function move(tarballs) {
  const { routeGoogleScript } = await import(LOCAL_FIXTURES);
  const [services, site] = [await leasePorts(), await leasePorts()];
  const folder = mkdtempSync(join(tmpdir(), "move-"));
  /** @param {string} command */
  const run = (command) => {
    const input = withTarballs(command, tarballs);
    const { status } = spawnSync("bash", ["-e"], {
      cwd: folder,
      input,
      stdio: ["pipe", "inherit", "inherit"],
    });
    expect(status, command).toBe(0);
  };
  const writeSources = () => {
    cpSync(APPLICATION, folder, { recursive: true });
    const main = join(folder, "src/main.tsx");
    writeFileSync(main, readFileSync(main, "utf8").replaceAll("9099", String(services)));
  };
  const steps = blocksOf("packages/identity/docs/from-firebase-auth.md");
  const change = () =>
    run(
      steps
        .filter(({ language }) => language === "sh")
        .map(({ code }) => code)
        .join(""),
    );
  writeSources();
  run("npm install --no-audit --no-fund @tallybin/local-services");
  const command = `npx local-services --port ${services} --project demo-project & npx vite --port ${site} --strictPort`;
  const servers = spawn("bash", ["-c", command], { cwd: folder, detached: true, stdio: "inherit" });
  const ended = once(servers, "exit");
  const browser = await launchHeadless();
  try {
    const context = await browser.newContext();
    await routeGoogleScript(context, `http://localhost:${services}`);
    const page = await context.newPage();
    /** @type {Set<string>} */
    const loaded = new Set();
    page.on("request", (request) => loaded.add(new URL(request.url()).pathname));
    const open = async () => {
      loaded.clear();
      await page.goto(`http://localhost:${site}/`);
    };
    const isMoved = () => [...loaded].some((path) => path.includes("tallybin_identity_compat"));
    /** Vite reloads the page when it sees the changed sources, which ends a navigation under way. */
    const openAsAda = (/** @type {boolean} */ moved) =>
      expect(async () => {
        await open();
        await expect(page.getByRole("heading")).toHaveText("Hello Ada");
        expect(isMoved()).toBe(moved);
      }).toPass(PATIENT);

    await expect(open).toPass(PATIENT);
    await submit(page, "Sign up");
    await press(page, "Call me Ada");
    await press(page, "Note ");
    await expect(page.getByRole("button", { name: "Note +", exact: true })).toBeVisible(PATIENT);
    await tryEachMethod(page, `http://localhost:${services}`);
    await greets(page, "Ada");
    expect(isMoved()).toBe(false);

    change();
    run("npx tsc && npx vite build --outDir built");
    await openAsAda(true);
    await press(page, "Note +");
    await expect(page.getByRole("button", { name: "Note ++", exact: true })).toBeVisible(PATIENT);
    await tryEachMethod(page, `http://localhost:${services}`);
    await greets(page, "Ada");

    writeSources();
    const [back] = blocksOf("packages/identity/docs/keep-sessions.md").filter(({ name }) =>
      name.includes("former"),
    );
    writeFileSync(join(folder, "src/auth.ts"), back?.code.replaceAll("your-", "demo-") ?? "");
    await openAsAda(false);
    await expect(page.getByRole("button", { name: "Note ++", exact: true })).toBeVisible(PATIENT);
  } finally {
    await browser.close();
    if (servers.exitCode === null && servers.pid) process.kill(-servers.pid);
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
