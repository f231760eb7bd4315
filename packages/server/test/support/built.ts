import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { isBuilt } from "../../../local-services/bin/run-built.mjs";
import { writeSite } from "./fixture-site.ts";
import { newFolder } from "./folder.ts";
import { type Program, run } from "./program.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Saves six seconds of processor time per database after a build; without a build, tests are only slower. */
export const TEMPLATE = join(root, "dist/database-template");

/**
 * A package's bundle beside a small site, in a folder of the test's own: a copy of the real build, or, if that is old
 * or missing, a new one. Below the repository, so that Node finds the npm packages.
 */
export async function buildBundle(name: "server" | "local") {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/test-dist-"));
  writeSite(join(folder, "site"));
  if (existsSync(TEMPLATE)) symlinkSync(TEMPLATE, join(folder, "database-template"));
  const outDir = join(folder, name);
  if (isBuilt()) cpSync(join(root, "dist", name), outDir, { recursive: true });
  else {
    const { build } = await import("vite");
    await build({
      configFile: join(root, `packages/${name === "local" ? "local-services" : name}/vite.config.ts`),
      logLevel: "silent",
      build: { outDir },
    });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A package's bundle and a data folder for the tests of a file. Its programs end with the file. */
export async function openBundle(name: "server" | "local") {
  const { folder, remove } = await buildBundle(name);
  const dataDir = newFolder(afterAll);
  const programs: Program[] = [];
  afterAll(() => {
    for (const { child } of programs) child.kill("SIGKILL");
    remove();
  });
  const start = (...call: Parameters<typeof run>): Program => {
    const program = run(...call);
    programs.push(program);
    return program;
  };
  return { folder, dataDir, start };
}
