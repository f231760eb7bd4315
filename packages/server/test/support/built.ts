import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { writeSite } from "./fixture-site.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Saves six seconds of processor time per database after a build; without a build, tests are only slower. */
export const TEMPLATE = join(root, "dist/database-template");

export type Built = { folder: string; remove(): void };

/**
 * Bundles a package as `npm run build` does, beside a small site, into a folder of the test's own, because the real
 * dist may be old or missing. Below the repository, so that Node finds the npm packages.
 */
export async function buildBundle(name: "server" | "local"): Promise<Built> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/test-dist-"));
  writeSite({}, join(folder, "site"));
  if (existsSync(TEMPLATE)) symlinkSync(TEMPLATE, join(folder, "database-template"));
  await build({
    configFile: join(root, `packages/${name}/vite.config.ts`),
    logLevel: "silent",
    build: { outDir: join(folder, name) },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
