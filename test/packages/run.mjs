/**
 * `npm run lab -- packages`: packs the packages, installs the tarballs into a project outside the repository, and runs
 * the READMEs' examples and the scratch project's own tests there. Then it follows each ten-minute page.
 * `--project=FOLDER` keeps that project, and `--only=TEXT` runs the steps whose name contains it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { ensureBrowser } from "../support/browser.mjs";
import { follow } from "./pages.mjs";
import { PAGES, READMES, snippetsOf, svelteOf, writePage, writeSnippets } from "./snippets.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packed = join(root, "dist/packages");
/** @param {string} name */
const option = (name) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);
const kept = option("project");
const only = option("only") ?? "";
const project = kept ?? mkdtempSync(join(tmpdir(), "packages-scratch-"));

/** @type {{ name: string, seconds: number, ok: boolean }[]} */
const outcomes = [];

/** @param {string} name @param {() => boolean | Promise<boolean>} act */
const measure = async (name, act) => {
  if (!name.includes(only)) return true;
  console.log(`\n── ${name}`);
  const started = performance.now();
  const ok = await act();
  outcomes.push({ name, seconds: (performance.now() - started) / 1000, ok });
  return ok;
};

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
const runIn = (command, args, env = {}) =>
  spawnSync(command, args, {
    cwd: command === "node" ? root : project,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
/** @param {string} name @param {Parameters<typeof runIn>} call */
const step = (name, ...call) => measure(name, () => runIn(...call).status === 0);

/** Runs 8 workers × 200 tests in separate worlds, then in one world, and prints the results. */
const crosstalk = () => {
  const count = (/** @type {Record<string, string>} */ env, /** @type {string[]} */ ...more) => {
    const report = join(project, "crosstalk.json");
    rmSync(report, { force: true });
    const args = ["playwright", "test", "--workers", "8", "--reporter", "json", ...more];
    runIn("npx", args, { TESTS: "crosstalk", PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env });
    return JSON.parse(readFileSync(report, "utf8")).stats;
  };
  const own = count({}, "--repeat-each", "8");
  const shared = count({ SHARED: "1" });
  console.log(
    `\nworlds of their own: ${own.expected} passed, ${own.unexpected} failed, ${(own.duration / 1000).toFixed(1)} s`,
  );
  console.log(
    `one world for all: ${shared.expected} passed, ${shared.unexpected} failed, ${(shared.duration / 1000).toFixed(1)} s`,
  );
  return own.expected === 1600 && own.unexpected === 0 && shared.unexpected > 0;
};

/** What the fixture says in the tests of `tests/hints`, which fail. */
const CAUSES = [
  'is stored as "identity-client:another", but a client reads "identity-client:demo-project"',
  "The page never called the test's world",
];

const hints = (/** @type {Record<string, string>} */ env) => {
  const { stdout } = spawnSync("npx", ["playwright", "test"], {
    cwd: project,
    encoding: "utf8",
    shell: process.platform === "win32",
    env: { ...process.env, TESTS: "hints", ...env },
  });
  const missing = CAUSES.filter((cause) => !stdout.includes(cause));
  if (missing.length > 0) console.log(`${stdout}\nmissing: ${missing.join(", ")}`);
  return missing.length === 0;
};

await step("pack", "node", ["packages/release/bin/pack.mjs"]);
const tarballs = readdirSync(packed)
  .filter((name) => name.endsWith(".tgz"))
  .map((name) => join(packed, name));
cpSync(join(root, "test/packages/scratch"), project, { recursive: true });
const snippets = join(project, "snippets");
writeSnippets(snippets);

// The README's own tests and setup are where their tools look for them, and use this run's ports.
const [services, site, storybook] = [
  String(await leasePorts()),
  String(await leasePorts()),
  String(await leasePorts()),
];
const place = (/** @type {string} */ snippet, /** @type {string} */ target) => {
  mkdirSync(join(project, target, ".."), { recursive: true });
  writeFileSync(
    join(project, target),
    READMES.flatMap(snippetsOf).find(({ name }) => name === snippet)?.code ?? "",
  );
  rmSync(join(snippets, `${snippet}.ts`));
};
place("playwright-test", "tests/browser/readme.spec.ts");
place("google-popup-test", "tests/browser/google-popup.spec.ts");
place("vitest-test", "tests/node/readme-fixtures.test.ts");
place("vitest-own-server", "tests/node/readme-own-server.test.ts");
place("storybook-preview", ".storybook/preview.ts");
place("in-a-browser", "src/services-in-page.ts");
writeFileSync(join(project, "src/readme.svelte"), svelteOf("packages/identity/README.md"));
writePage("packages/identity/docs/keep-sessions.md", join(snippets, "keep-sessions"));
const inPage = join(project, "src/services-in-page.ts");
writeFileSync(inPage, readFileSync(inPage, "utf8").replace("const services", "export const services"));
for (const file of [
  "tests/crosstalk/worlds.spec.ts",
  "snippets/playwright-config.ts",
  "src/clients.ts",
  "snippets/clients.ts",
  "snippets/world-by-host.ts",
]) {
  const path = join(project, file);
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("9099", services).replaceAll("5173", site));
}

const isInstalled =
  (await step("install", "npm", ["install", "--no-audit", "--no-fund", "--save-dev", ...tarballs])) &&
  (await step("Mock Service Worker's worker file", "npx", ["msw", "init", "public", "--no-save"]));
if (isInstalled) {
  for (const folder of ["identity", "identity-server", "user-document", "local-services"])
    await step(`publint ${folder}`, "npx", ["publint", "--strict", join(packed, folder)]);
  for (const tarball of tarballs)
    await step(`types of ${tarball.split(/[\\/]/).at(-1)}`, "npx", [
      "attw",
      "--profile",
      "esm-only",
      tarball,
    ]);
  await step("strict types, bundler's resolution", "npx", ["tsc", "-p", "."]);
  await step("strict types, Node's resolution", "npx", ["tsc", "-p", "tsconfig.node.json"]);
  await step("the command's help", "npx", ["local-services", "--help"]);
  await step("Vite's build", "npx", ["vite", "build"]);
  await step("Vitest", "npx", ["vitest", "run"]);
  await step("Svelte", "npx", ["vitest", "run", "--config", "vitest.svelte.config.ts"]);
  await measure("8 workers × 200 tests without crosstalk", crosstalk);
  const CHROMIUM_PATH = ensureBrowser();
  await step("Playwright", "npx", ["playwright", "test"], { CHROMIUM_PATH });
  await measure("Playwright names the cause of a failed test", () => hints({ CHROMIUM_PATH }));
  await step("Vitest's browser mode", "npx", ["vitest", "run", "--config", "vitest.page.config.ts"], {
    CHROMIUM_PATH,
  });
  const stories = ["playwright", "test", "--config", "playwright.storybook.config.ts"];
  if (await step("Storybook's build", "npx", ["storybook", "build", "--quiet", "--disable-telemetry"]))
    await step("Storybook", "npx", stories, { CHROMIUM_PATH, STORYBOOK_PORT: storybook });
}

for (const page of PAGES)
  await measure(page, async () => {
    const error = await follow(page, tarballs).catch((cause) => cause);
    if (error) console.error(error);
    return !error;
  });

console.log("\n── summary");
for (const { name, seconds, ok } of outcomes)
  console.log(`${ok ? "passed" : "FAILED"}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
if (kept) console.log(`\nThe project stays at ${project}`);
else rmSync(project, { recursive: true, force: true });
process.exitCode = isInstalled && outcomes.every(({ ok }) => ok) ? 0 : 1;
