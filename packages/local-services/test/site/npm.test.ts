import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openBundle } from "../../../server/test/support/built.ts";
import { newFolder } from "../../../server/test/support/folder.ts";
import { leasePorts } from "../../../server/test/support/lease-ports.mjs";
import { type Program, run } from "../../../server/test/support/program.ts";
import { isBuilt } from "../../bin/run-built.mjs";

const PORT = await leasePorts();
const bin = (name: string): string => fileURLToPath(new URL(`../../bin/${name}`, import.meta.url));

describe("a Node version that is too old", () => {
  const source = readFileSync(bin("start.mjs"), "utf8");

  test("under an old Node, the start program prints one sentence and ends", async () => {
    const folder = newFolder();
    writeFileSync(
      join(folder, "old.cjs"),
      'Object.defineProperty(process, "versions", { value: { node: "20.18.3" } });',
    );
    const program = run(["--require", join(folder, "old.cjs"), bin("start.mjs")], {});
    expect((await program.ended).code).toBe(1);
    expect(program.output()).toBe(
      "Node 20.18.3 is too old: install Node 20.19 or newer (https://nodejs.org).\n",
    );
  });

  test("the start program uses no syntax that an old Node cannot parse", () => {
    expect(source).not.toMatch(/^import\s[^(]|\?\.|\?\?|\bawait\b|\d_\d|#\w+\(|\bcatch\s*\{/m);
  });

  test("the start program requires the same Node version as package.json", () => {
    const { engines } = JSON.parse(
      readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
    ) as {
      engines: { node: string };
    };
    const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
    expect(source).toContain(`OLDEST_MAJOR = ${major};`);
    expect(source).toContain(`OLDEST_MINOR = ${minor};`);
  });
});

describe("the build", () => {
  const write = (folder: string, name: string, at: number): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), "");
    for (let path = name; path !== "."; path = dirname(path)) utimesSync(join(folder, path), at, at);
  };

  test("the site is built again if there is no build or if a source is newer than the build", () => {
    const folder = newFolder();
    write(folder, "src/main.tsx", 1_000);
    write(folder, "packages/server/src/site.ts", 1_000);
    expect(isBuilt(folder), "no build").toBe(false);
    write(folder, "dist/built", 2_000);
    expect(isBuilt(folder)).toBe(true);
    write(folder, "src/main.tsx", 3_000);
    expect(isBuilt(folder), "a newer source").toBe(false);
  });

  test("a changed test, document or npm package causes no new build", () => {
    const folder = newFolder();
    write(folder, "src/main.tsx", 1_000);
    write(folder, "dist/built", 2_000);
    for (const name of [
      "packages/server/test/a.test.ts",
      "packages/server/node_modules/a.js",
      "packages/server/README.md",
    ]) {
      write(folder, name, 3_000);
      utimesSync(join(folder, "packages/server"), 1_000, 1_000);
      utimesSync(join(folder, "packages"), 1_000, 1_000);
    }
    expect(isBuilt(folder)).toBe(true);
  });
});

describe("through npm", async () => {
  const { folder: bundle, dataDir: folder } = await openBundle("local");
  const start = `"${process.execPath}" "${join(bundle, "local/start.js")}"`;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start } }));

  const isServed = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );

  test.each([
    ["Ctrl-C", (npm: Program) => process.kill(-(npm.child.pid ?? 0), "SIGINT")],
    ["a SIGTERM to npm alone", (npm: Program) => npm.child.kill("SIGTERM")],
  ])("%s stops the server that npm started and frees the server's port", async (_, stop) => {
    const env = { PORT: String(PORT), DATA_DIR: join(folder, "data") };
    const npm = run(["start", "--silent"], env, { command: "npm", cwd: folder, detached: true });
    await npm.says(/Tallybin is ready/);
    expect(await isServed()).toBe(true);
    stop(npm);
    await npm.ended;
    await expect.poll(isServed, { timeout: 10_000 }).toBe(false);
    expect(npm.output()).not.toMatch(/Error|at file:/);
    await expect
      .poll(() => readFileSync(join(folder, "data/local-services.json"), "utf8").length, { timeout: 5_000 })
      .toBeGreaterThan(2);
  });
});
