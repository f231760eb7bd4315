import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { released, root } from "../src/released.ts";

const Manifest = v.object({ exports: v.record(v.string(), v.string()) });

test.each(released)("packs every export of $name", ({ folder, entries }) => {
  const manifest = v.parse(
    Manifest,
    JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")),
  );
  const sources = Object.entries(manifest.exports).map(([name, file]) => [
    name,
    `packages/${folder}/${file.slice(2)}`,
  ]);
  expect(entries).toEqual(Object.fromEntries(sources));
});
