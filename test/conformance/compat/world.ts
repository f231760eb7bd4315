import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright";
import { createLocalServices } from "../../../mocks/local-services.ts";
import { routeGoogleScript } from "../../../packages/local-services/src/fixtures/playwright.ts";
import { listen } from "../../mocks/http.ts";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { services as controlOf } from "../firebase-auth/world.ts";
import { serve } from "../firebase-suite/pages.ts";

export const PROJECT = "demo-tallybin";
/** Google's pages and applications call an emulator at this address. */
const EMULATOR = "127.0.0.1:9099";
const STEP_MS = 20_000;

export type World = {
  /** The address of the local services. */
  services: string;
  control: ReturnType<typeof controlOf>;
  /** Serves files, and starts a browser. */
  open(files: Record<string, string>): Promise<{ context: BrowserContext; origin: string }>;
  close(): Promise<void>;
};

/** Makes a browser profile that allows the storage of other sites, which a private window blocks. */
function writeProfile(folder: string): void {
  mkdirSync(join(folder, "Default"));
  const profile = { cookie_controls_mode: 0, block_third_party_cookies: false };
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify({ profile }));
}

/** Local services, which the browser reaches at the emulator's usual address too. */
export async function startWorld(): Promise<World> {
  const local = await listen(createLocalServices({ standalone: true, projectId: PROJECT }));
  const { args, ...options } = launchOptions(ensureBrowser());
  // Google's SDK ends a redirect in a frame of another site, which reads the storage of its own window.
  const storage = "--disable-features=ThirdPartyStoragePartitioning";
  const rules = `--host-resolver-rules=MAP ${EMULATOR} ${new URL(local.origin).host}`;
  const stops: (() => unknown)[] = [];
  return {
    services: local.origin,
    control: controlOf({ origin: local.origin } as Parameters<typeof controlOf>[0]),
    async open(files) {
      const pages = await serve(files);
      stops.push(pages.stop);
      const folder = mkdtempSync(join(tmpdir(), "tallybin-compat-"));
      writeProfile(folder);
      const context = await chromium.launchPersistentContext(folder, {
        ...options,
        args: [...args, rules, storage],
      });
      stops.push(async () => {
        await context.close();
        rmSync(folder, { recursive: true, force: true });
      });
      context.setDefaultTimeout(STEP_MS);
      // As on a machine without a network.
      await context.route(
        ({ hostname }) => hostname !== "127.0.0.1" && hostname !== "localhost",
        (route) => route.abort("internetdisconnected"),
      );
      await routeGoogleScript(context, local.origin);
      return { context, origin: pages.origin.replace("127.0.0.1", "localhost") };
    },
    async close() {
      for (const stop of stops) await stop();
      await local.close();
    },
  };
}

/** Follows a mailed link. The emulator takes the new password from the address. */
export async function resetPassword(context: BrowserContext, link: string, password: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${link}&newPassword=${password}`);
  await tab.close();
}
