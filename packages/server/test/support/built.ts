import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { writeSite } from "./fixture-site.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

export type Built = { folder: string; remove(): void };

/**
 * Bundles a package as `npm run build` does, beside a small site, into a folder of the test's own: the real dist
 * may be somebody else's, old, or not there. Below the repository, so that Node finds the npm packages.
 */
export async function buildBundle(name: "server" | "local"): Promise<Built> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache/test-dist-"));
  writeSite({}, join(folder, "site"));
  await build({
    configFile: join(root, `packages/${name}/vite.config.ts`),
    logLevel: "silent",
    build: { outDir: join(folder, name) },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
