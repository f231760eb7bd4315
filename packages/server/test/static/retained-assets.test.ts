import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pruneAssets, retainAssets } from "../../src/static/retained-assets.ts";
import { fixtureSite } from "../support/fixture-site.ts";
import { newFolder } from "../support/folder.ts";
import { openFixture } from "../support/open-site.ts";

const fail = (error: unknown): never => {
  throw error;
};

const emptyFolder = (): string => join(newFolder(), "assets");

/** A process that serves a build with one more script. */
function release(folder: string, script: string) {
  const siteFolder = fixtureSite({ [`assets/${script}`]: `export const name = "${script}";` });
  const retained = retainAssets(folder, join(siteFolder, "assets"), fail);
  onTestFinished(retained.stop);
  const env = { SMS: "recaptcha", HUMAN_CHECK_ORIGIN: "https://check.test" };
  const get = openFixture(env, { siteFolder, findRetained: retained.find });
  return (path: string, origin = "http://site.test") => get(origin + path);
}

test("each server process serves the scripts of the previous and of the next release, on both origins", async () => {
  const folder = emptyFolder();
  const older = release(folder, "page-1111.js");
  const newer = release(folder, "page-2222.js");
  for (const get of [older, newer]) {
    for (const script of ["page-1111.js", "page-2222.js"]) {
      const response = await get(`/assets/${script}`);
      expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
        200,
        "text/javascript; charset=utf-8",
        `export const name = "${script}";`,
      ]);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect((await get(`/assets/${script}`, "https://check.test")).status).toBe(200);
    }
  }
});

test("an asset of another release is served with that release's compression", async () => {
  const folder = emptyFolder();
  release(folder, "page-1111.js");
  const assets = join(fixtureSite(), "assets");
  const { find } = retainAssets(folder, assets, fail);
  const compressed = readFileSync(join(assets, "main-4f3a.js.br"));
  expect(find("main-4f3a.js")?.encoded("br")).toEqual(compressed);
});

test("a file in the assets folder that is not a retained asset is not served", async () => {
  const folder = emptyFolder();
  const get = release(folder, "page-1111.js");
  for (const name of [".hidden.js", "page-3.js.1.unfinished"]) writeFileSync(join(folder, name), "secret");
  writeFileSync(join(folder, "..", "beside.js"), "secret");
  for (const path of [
    ".hidden.js",
    "page-3.js.1.unfinished",
    "main-4f3a.js.br",
    "..%2fbeside.js",
    "missing.js",
  ])
    expect((await get(`/assets/${path}`)).status, path).toBe(404);
});

test("a starting server removes assets unused for thirty days, and pruneAssets removes assets unused for less time", () => {
  const folder = emptyFolder();
  release(folder, "page-1111.js");
  const age = (name: string, days: number) => {
    const at = new Date(Date.now() - days * 24 * 3_600_000);
    utimesSync(join(folder, name), at, at);
  };
  writeFileSync(join(folder, "old-0000.js"), "");
  age("old-0000.js", 31);
  age("page-1111.js", 29);
  release(folder, "page-2222.js");
  expect(readdirSync(folder)).not.toContain("old-0000.js");
  expect(readdirSync(folder)).toContain("page-1111.js");
  expect(pruneAssets(folder, 7)).toBe(1);
  expect(readdirSync(folder)).toEqual(
    ["main-4f3a.js", "main-4f3a.js.br", "main-4f3a.js.gz", "page-2222.js"].toSorted(),
  );
});
