import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright";
import { bundle } from "../../../../packages/identity/test/support/bundle.mjs";
import { routeGoogleScript } from "../../../../packages/local-services/src/fixtures/playwright.ts";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";
import { serve } from "../pages.ts";
import { flows } from "./flows/all.ts";
import { type Folders, report, type Tested } from "./report.ts";
import { type Consent, type Flow, services, type World } from "./world.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const FLOW_MS = 60_000;

/** A flow that hangs must be reported and must not block the others. */
const withinTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`not done within ${FLOW_MS / 1000} s`)), FLOW_MS).unref(),
    ),
  ]);

/** An origin's page with only the script. */
const servePage = (script: string) =>
  serve({
    "/": '<!doctype html><title>SDK</title><body><script type="module" src="/page.js"></script>',
    "/page.js": script,
  });

/** Answers a consent page as a user would. */
async function answer(page: Page, { choice, email = "", presses = [] }: Consent): Promise<void> {
  for (const selector of presses) await page.click(selector);
  if (choice === "chooser") return;
  if (choice === "close") return page.close();
  if (choice === "deny") return page.getByRole("button", { name: "Deny" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel(/vouches for this address/).check();
  await page.getByRole("button", { name: /^Sign in with/ }).click();
}

async function runFlow(context: BrowserContext, flow: Flow, origin: string, url: string): Promise<string[]> {
  const page = await context.newPage();
  const errors: string[] = [];
  const answers: { given: Consent; taken(): void }[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  // For popups and redirects, the next window at a consent page takes the next answer.
  const answering = (window: Page) =>
    window.on("domcontentloaded", () => {
      const { pathname, searchParams } = new URL(window.url());
      if (pathname !== "/emulator/auth/handler" || searchParams.has("state")) return;
      const next = answers.shift();
      next?.taken();
      if (next) answer(window, next.given).catch((error) => errors.push(String(error)));
    });
  context.on("page", answering);
  answering(page);
  // Waits until the answer before it is taken, because two windows could otherwise exchange theirs.
  let lastTaken = Promise.resolve();
  await page.exposeFunction("answerConsent", async (given: Consent) => {
    await lastTaken;
    lastTaken = new Promise((taken) => answers.push({ given, taken }));
  });
  try {
    await page.goto(url);
    const call = (part: string) => `run(${JSON.stringify(origin)}, ${JSON.stringify(flow.name)}, "${part}")`;
    const back =
      flow.afterRedirect &&
      page.waitForEvent("framenavigated", {
        predicate: (frame) => frame === page.mainFrame() && frame.url().startsWith(url) && page.url() !== "",
        timeout: FLOW_MS,
      });
    const used = (await page.evaluate(call("run"))) as string[];
    if (!back) return used;
    await back;
    await page.waitForLoadState("load");
    return [...used, ...((await page.evaluate(call("afterRedirect"))) as string[])];
  } catch (error) {
    throw new Error([String(error), ...errors].join("; in the window: "));
  } finally {
    context.off("page", answering);
    await page.close();
  }
}

/** Runs every flow with the SDK's build for browsers, in Chromium. */
export async function runInBrowser(folders: Folders, origin: string, only: string): Promise<Tested> {
  const { app, auth } = folders;
  const alias = { "@firebase/app": app, "@firebase/auth": auth };
  const versions = { name: "versions", config: () => ({ resolve: { alias } }) };
  const script = await bundle('import "./page.ts";', here, [versions]);
  const pages = await servePage(script);
  const url = `${pages.origin}/`;
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  const used = new Set<string>();
  let failed = 0;
  let exports: string[] = [];
  try {
    for (const flow of flows) {
      if (flow.only === "node" || !flow.name.includes(only)) continue;
      const context = await browser.newContext();
      context.setDefaultTimeout(FLOW_MS);
      // As on a machine without a network.
      await context.route(
        ({ hostname }) => hostname !== "127.0.0.1" && hostname !== "localhost",
        (route) => route.abort("internetdisconnected"),
      );
      await routeGoogleScript(context, origin);
      await services({ origin } as World).reset();
      failed += await report(flow.name, async () => {
        for (const name of await withinTime(runFlow(context, flow, origin, url))) used.add(name);
      });
      await context.close();
    }
    const page = await browser.newPage();
    await page.goto(url);
    exports = (await page.evaluate("exportNames")) as string[];
  } finally {
    await browser.close();
    await pages.close();
  }
  return { exports, used, failed };
}
