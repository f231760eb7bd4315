import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { packAll } from "../packages/release/src/pack.ts";
import { buildTime, releaseName } from "../packages/server/bin/build-time.mjs";
import { root } from "./architecture/import-graph.ts";
import { copyRepository } from "./support/copy-repository.ts";

/** The folder of `dist` that `npm run pack` writes. */
const OF_PACK = "packages";

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-reproducible-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

function digests(dist: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => relative(dist, file).split(sep)[0] !== OF_PACK)
      .map((file) => [relative(dist, file), digestOf(file)]),
  );
}

test("a build of the same sources in another folder produces identical files", async () => {
  const folder = copyRepository();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // The build as its caller sees it, without the test runner's variables.
  const { NODE_ENV: _, ...env } = process.env;
  env["SOURCE_DATE_EPOCH"] = String(buildTime(root));
  env["RELEASE"] = releaseName(root);
  await promisify(execFile)(process.execPath, ["packages/server/bin/build.mjs"], { cwd: folder, env });
  expect(digests(join(folder, "dist"))).toEqual(digests(join(root, "dist")));
});

test("packing twice, into different folders, gives identical tarballs", async () => {
  const [one, other] = [await packAll(openFolder()), await packAll(openFolder())];
  expect(one.length).toBeGreaterThan(0);
  expect(one.map(digestOf)).toEqual(other.map(digestOf));
});
