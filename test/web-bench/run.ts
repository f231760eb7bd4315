import type { Browser, BrowserContext } from "@playwright/test";
import { launchHeadless } from "../support/browser.mjs";
import { type Servers, startServers } from "./servers.ts";
import { type Route, type Setting, type Visit, visit } from "./visit.ts";

/**
 * `npm run lab -- web-bench [path] [runs]`: what a first visit loads before the page reacts, and its figures beside the
 * same page without scripts. Medians of five visits with an empty cache, at 360 px, in the production server's build.
 * The film of the front page is off.
 */
const [only, runs = "5"] = process.argv.slice(2);

const SETTINGS: readonly Setting[] = [
  { name: "slow 3G, processor slowed 4 times", latencyMs: 400, bytesPerMs: 50, processor: 4 },
  { name: "fast 3G, processor slowed 4 times", latencyMs: 150, bytesPerMs: 200, processor: 4 },
];
const MENU = "button[aria-controls]";
const FORM = "main form button[type=submit]";
const credentials = {
  "main input[type=email]": "ada@example.com",
  "main input[type=password]": "example-horse",
};
const link = (path: string, href: string): Route => ({
  path,
  press: "a link",
  control: `main a[href^="${href}"]`,
  done: { request: new RegExp(`${href}$`) },
});

const ROUTES: readonly { site: Route; plain: Route | undefined; isSignedIn: boolean }[] = [
  {
    site: { path: "/", press: "the menu", control: MENU, done: { element: `${MENU}[aria-expanded=true]` } },
    plain: link("/", "/solutions"),
    isSignedIn: false,
  },
  {
    site: {
      path: "/auth/signin",
      press: "Sign in",
      control: FORM,
      fill: credentials,
      done: { request: /signInWithPassword/ },
    },
    plain: link("/auth/signin", "/auth/forgotpass"),
    isSignedIn: false,
  },
  {
    site: {
      path: "/dashboard",
      press: "the account menu",
      control: "header button[aria-haspopup=menu]",
      done: { element: "[role=menu]" },
    },
    plain: undefined,
    isSignedIn: true,
  },
];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const kb = (bytes: number): string => (bytes / 1000).toFixed(1);
const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const row = (cells: readonly string[]): void => console.log(`| ${cells.join(" | ")} |`);

async function openContext(browser: Browser, origin: string, isSignedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  });
  if (!isSignedIn) return context;
  const page = await context.newPage();
  await page.goto(`${origin}/auth/signup`);
  const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
  await field("Email").fill(`ada.${Date.now()}@example.com`);
  await field("Password").fill("example-correct-horse");
  await field("Confirm password").fill("example-correct-horse");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.close();
  return context;
}

async function measure(
  browser: Browser,
  origin: string,
  route: Route,
  isSignedIn: boolean,
  setting: Setting,
) {
  const visits: Visit[] = [];
  for (let run = 0; run < Number(runs); run += 1) {
    const context = await openContext(browser, origin, isSignedIn);
    visits.push(await visit(context, origin, route, setting));
    await context.close();
  }
  return visits;
}

const print = (name: string, press: string, visits: readonly Visit[]): void => {
  const of = (read: (each: Visit) => number) => median(visits.map(read));
  row([
    name,
    press,
    kb(of(({ bytesBefore }) => bytesBefore)),
    kb(of(({ scriptBefore }) => scriptBefore)),
    seconds(of(({ paintMs }) => paintMs)),
    seconds(of(({ largestPaintMs }) => largestPaintMs)),
    of(({ shift }) => shift).toFixed(3),
    seconds(of(({ reactMs }) => reactMs)),
    String(Math.round(of(({ interactionMs }) => interactionMs))),
  ]);
};

async function compare(browser: Browser, servers: Servers, setting: Setting): Promise<void> {
  console.log(
    `\n## ${setting.name}: ${setting.latencyMs} ms per response, ${setting.bytesPerMs * 8} kbit/s\n`,
  );
  row([
    "page",
    "press",
    "kB before it reacts",
    "script, kB",
    "paint, s",
    "largest paint, s",
    "shift",
    "reacts, s",
    "interaction, ms",
  ]);
  row(Array.from({ length: 9 }, () => "---"));
  const loads: [string, Visit][] = [];
  for (const { site, plain, isSignedIn } of ROUTES) {
    if (only !== undefined && only !== site.path) continue;
    const visits = await measure(browser, servers.site, site, isSignedIn, setting);
    print(site.path, site.press, visits);
    const middle = visits.toSorted((a, b) => a.reactMs - b.reactMs)[Math.floor(visits.length / 2)];
    if (middle) loads.push([site.path, middle]);
    if (plain !== undefined)
      print(
        `${site.path} without scripts`,
        plain.press,
        await measure(browser, servers.plain, plain, false, setting),
      );
  }
  for (const [path, { before }] of loads) {
    console.log(`\n### What ${path} loads before it reacts\n`);
    row(["file", "kB with headers", "requested, s", "arrived, s"]);
    row(["---", "---", "---", "---"]);
    for (const { name, bytes, startMs, endMs } of before)
      row([name, kb(bytes), seconds(startMs), seconds(endMs)]);
  }
}

const servers = await startServers();
const browser = await launchHeadless();
try {
  for (const setting of SETTINGS) await compare(browser, servers, setting);
} finally {
  await browser.close();
  servers.close();
}
