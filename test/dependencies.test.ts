import { readdirSync, readFileSync } from "node:fs";
import * as v from "valibot";
import { describe, expect, test } from "vitest";

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const parse = <const T extends v.GenericSchema>(name: string, schema: T): v.InferOutput<T> =>
  v.parse(schema, JSON.parse(read(name)));

const Names = v.optional(v.record(v.string(), v.string()), {});
const Manifest = v.object({ dependencies: Names, devDependencies: Names });
const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      license: v.optional(v.string()),
      link: v.optional(v.boolean()),
      dependencies: Names,
      optionalDependencies: Names,
    }),
  ),
});

const page = read("docs/dependencies.md");
const [direct = "", brought = "", licenses = ""] = page.split(/^## .*$/m).slice(1);
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
const rows = (text: string): string[][] =>
  [...text.matchAll(/^\| (`.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
const documented = rows(direct).map(([name = "", place = ""]) => ({ name: quoted(name).join(), place }));

const manifests = [
  "package.json",
  ...readdirSync(new URL("../packages", import.meta.url)).map((name) => `packages/${name}/package.json`),
];
const declared = new Set(
  manifests
    .map((file) => parse(file, Manifest))
    .flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies }))
    .filter((name) => !name.startsWith("@tallybin/")),
);
const { packages } = parse("package-lock.json", Lock);

/** Everything that these packages install, by its place in the lock file. */
function installedWith(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    // The nearest folder upwards, as Node resolves it.
    for (let base = from; ; base = base.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
      const path = `${base ? `${base}/` : ""}node_modules/${name}`;
      const entry = packages[path];
      if (entry && !found.has(path)) {
        found.add(path);
        for (const next of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }))
          visit(path, next);
      }
      if (entry || !base) return;
    }
  };
  for (const name of names) visit("", name);
  return found;
}

describe("docs/dependencies.md", () => {
  test("docs/dependencies.md has one row for each direct dependency, and no other row", () => {
    expect(documented.map(({ name }) => name)).toEqual([...declared].sort());
  });

  test("docs/dependencies.md places each dependency in the browser, the server, the build or the tests", () => {
    for (const { name, place } of documented)
      expect(["browser", "server", "build", "test"], name).toContain(place);
  });

  test("docs/dependencies.md names every package whose code reaches the browser", () => {
    const known = [
      ...documented.filter(({ place }) => place === "browser").map(({ name }) => name),
      ...rows(brought).flatMap(([names = ""]) => quoted(names)),
    ];
    const received = parse("dist/site/.vite/licenses.json", v.array(v.object({ name: v.string() })));
    expect(known.sort()).toEqual([...new Set(received.map(({ name }) => name))].sort());
  });
});

describe("licenses", () => {
  const [shipped = "", tools = ""] = licenses.trim().split("\n");
  const forShipped = quoted(shipped);
  const forTools = [...forShipped, ...quoted(tools)];

  test("docs/dependencies.md lists the license of every shipped package", () => {
    const names = documented.filter(({ place }) => place === "browser" || place === "server");
    for (const path of installedWith(names.map(({ name }) => name)))
      expect(forShipped, path).toContain(packages[path]?.license);
  });

  test("docs/dependencies.md lists the license of every tool", () => {
    for (const [path, { license, link }] of Object.entries(packages))
      if (path.includes("node_modules/") && !link)
        expect(forTools, path).toContain(license ?? path.replace(/.*node_modules\//, ""));
  });
});
