import { readFileSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";

const read = <const T extends v.GenericSchema>(name: string, schema: T): v.InferOutput<T> =>
  v.parse(schema, JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")));

const Manifest = v.object({ allowScripts: v.record(v.string(), v.boolean()) });
const Lock = v.object({
  packages: v.record(v.string(), v.object({ hasInstallScript: v.optional(v.boolean()) })),
});

test("package.json allows or refuses the install script of each dependency, as npm 12 requires", () => {
  const { allowScripts } = read("package.json", Manifest);
  const packages = Object.entries(read("package-lock.json", Lock).packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(packages));
});
