import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "../../../local-services/bin/run-built.mjs";
import { writeSite } from "./fixture-site.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Saves six seconds of processor time per database after a build; without a build, tests are only slower. */
export const TEMPLATE = join(root, "dist/database-template");

export type Built = { folder: string; remove(): void };

/**
 * A package's bundle beside a small site, in a folder of the test's own: a copy of the real build, or, if that is old
 * or missing, a new one. Below the repository, so that Node finds the npm packages.
 */
export async function buildBundle(name: "server" | "local"): Promise<Built> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/test-dist-"));
  writeSite({}, join(folder, "site"));
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
