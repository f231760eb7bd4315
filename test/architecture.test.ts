import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { folderCycles } from "./architecture/folder-cycles.ts";
import { filesUnder, importCycles, importsOf, root, runtimeImportsOf } from "./architecture/import-graph.ts";

/** Checks the import rules of the README, "Who may import whom". */
const MAX_FILES_OF_FOLDER = 25;

const files = ["src", "packages", "mocks", "test"].flatMap(filesUnder);

type Rule = {
  name: string;
  /** The files under the rule. */
  from: RegExp;
  /** The only allowed imports. */
  only?: RegExp;
  /** Forbidden imports, even if `only` allows them. */
  never?: RegExp;
};

const rules: readonly Rule[] = [
  {
    name: "the platform of the clients imports itself",
    from: /^packages\/platform\/src\//,
    only: /^packages\/platform\/src\//,
  },
  {
    name: "the identity client imports its one dependency, the platform and itself",
    from: /^packages\/identity\/src\//,
    only: /^(packages\/identity\/src\/|@tallybin\/platform\/|idb-keyval$)/,
  },
  {
    name: "the user document imports valibot, the platform and itself",
    from: /^packages\/user-document\/src\//,
    only: /^(packages\/user-document\/src\/|@tallybin\/platform\/|valibot$)/,
  },
  {
    name: "the contract of site and server imports valibot and itself",
    from: /^packages\/contract\/src\//,
    only: /^(packages\/contract\/src\/|valibot$)/,
  },
  {
    name: "only the module that verifies passkey ceremonies loads the WebAuthn library",
    from: /^mocks\/(?!identity-toolkit\/passkeys\/verify)/,
    never: /^@simplewebauthn\//,
  },
  {
    name: "the mocks import no other code of the project, not even types",
    from: /^mocks\//,
    only: /^(mocks\/|(hono|msw|jose|valibot|vite)($|\/)|(@simplewebauthn\/server|@peculiar\/x509|otpauth)$|node:)/,
  },
  {
    name: "only the package of the local services, its release and tests import the mocks",
    from: /^(src|packages\/(?!(local-services|release)\/|[^/]+\/test\/))/,
    never: /^mocks\//,
  },
  {
    name: "the package of the local services imports the mocks and parts of the server, but not the site",
    from: /^packages\/local-services\/src\/(?!site\/)/,
    only: /^(packages\/local-services\/src\/(?!site\/)|mocks\/|@tallybin\/server\/(operation\/(data-folder|listen|stop-signals)|database\/folder-lock|errors\/start-error)$|(msw|valibot|vitest|@playwright\/test|@hono\/node-server)($|\/)|node:)/,
  },
  {
    name: "the token check imports only errors, the observer and two libraries",
    from: /^packages\/identity-server\/src\/tokens\//,
    only: /^(packages\/identity-server\/src\/(tokens\/|errors\/|observe)|(jose|valibot)$|node:)/,
  },
  {
    name: "the code of server-held sessions imports no server, no database and no framework",
    from: /^packages\/identity-server\/src\//,
    only: /^(packages\/identity-server\/src\/|@tallybin\/(contract|platform)\/|(jose|valibot)$|node:(crypto|timers\/promises)$)/,
  },
  {
    name: "the server never imports the local services",
    from: /^packages\/server\/(src|bin)\//,
    never: /^(@tallybin\/local-services$|packages\/local-services\/)/,
  },
  {
    name: "no file of src, packages or mocks imports a test file",
    from: /^(src|packages|mocks)\//,
    never: /^test\//,
  },
  {
    name: "workspace packages are imported only through their entry points",
    // Not the scratch project: it imports the installed packages, which have more entry points. Not the simulation: its
    // rules compare what a page shows with the session inside the client.
    from: /^(src|test(?!\/(packages\/scratch|simulation)\/)|mocks)\//,
    never:
      /^(packages\/identity\/src\/(?!index|callback|adoption\/index|passkey\/index|custody\/index|popup\/callback)|packages\/user-document\/src\/(?!index)|@tallybin\/(?!contract\/|platform\/|identity\/(?:adoption|callback|passkey|custody)$|local-services\/playwright$)[a-z-]+\/)/,
  },
  {
    name: "pages never import an entry or the app",
    from: /^src\/pages\//,
    never: /^src\/(entry|app)\//,
  },
  {
    name: "components import neither features, pages nor the router",
    from: /^src\/components\//,
    only: /^(src\/(components|styles|artwork|lib)\/|(react|@vanilla-extract\/(css|recipes)|@radix-ui\/react-dropdown-menu|@zxcvbn-ts\/(core|language-common)|uqr|@tallybin\/contract\/typed-number)$)/,
  },
  {
    name: "only identity, messages, pages and the popup's callback page import the identity client",
    from: /^src\/(?!identity\/|messages\/|pages\/|entry\/oauth-callback)/,
    never: /^@tallybin\/identity(\/(adoption|passkey|custody))?$/,
  },
  {
    name: "styles import only styles and the styling library",
    from: /^src\/styles\//,
    only: /^(src\/styles\/|@vanilla-extract\/|@fontsource)/,
  },
  {
    name: "drawings import only other drawings, the site's colors and React",
    from: /^src\/artwork\//,
    only: /^(src\/(artwork\/|styles\/palette\.ts$)|react$)/,
  },
];

describe("import rules", () => {
  test.each(rules)("every import follows the rule: $name", ({ from, only, never }) => {
    const concerned = files.filter(({ path }) => from.test(path));
    const faults = concerned.flatMap(({ path, imports }) =>
      imports
        .filter((name) => (only !== undefined && !only.test(name)) || never?.test(name))
        .map((name) => `${path} → ${name}`),
    );
    expect(concerned.length, "the rule applies to at least one file").toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  test("a page imports nothing from the folder of another page", () => {
    const folder = (path: string) => /^src\/pages\/([^/]+)\//.exec(path)?.[1];
    const faults = files.flatMap(({ path, imports }) =>
      imports
        .filter(
          (name) => folder(path) !== undefined && folder(name) !== undefined && folder(name) !== folder(path),
        )
        .map((name) => `${path} → ${name}`),
    );
    expect(faults).toEqual([]);
  });

  test("no file re-exports another file with `export *`", () => {
    expect(files.filter(({ text }) => /^export \*/m.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe("import cycles", () => {
  test("no files of src, packages, mocks or test import each other in a cycle", () => {
    expect(importCycles(files)).toEqual([]);
  });

  const file = (path: string, text: string) => ({ path, imports: importsOf(path, text) });

  test("the search for import cycles finds a cycle that goes through a type-only import", () => {
    const cycles = importCycles([
      file("src/a.ts", 'import type { B } from "./b.ts";'),
      file("src/b.ts", 'import { c } from "./c.ts";'),
      file("src/c.ts", 'export { a } from "./a.ts";'),
      file("src/d.ts", 'import { a } from "./a.ts";'),
    ]);
    expect(cycles).toEqual([["src/a.ts", "src/b.ts", "src/c.ts"]]);
  });

  test("the search for import cycles finds a dynamic import in a cycle, and a file that imports itself", () => {
    const cycles = importCycles([
      file("src/a.ts", 'const b = () => import("./b.ts");'),
      file("src/b.ts", 'import "./a.ts";'),
      file("src/c.ts", 'import { c } from "./c.ts";'),
    ]);
    expect(cycles).toEqual([["src/a.ts", "src/b.ts"], ["src/c.ts"]]);
  });

  test("the search for import cycles resolves the name of our own package to its entry file", () => {
    const cycles = importCycles([
      file("src/a.ts", 'import { b } from "@tallybin/identity";'),
      file("packages/identity/src/index.ts", 'import { a } from "../../../src/a.ts";'),
    ]);
    expect(cycles).toEqual([["packages/identity/src/index.ts", "src/a.ts"]]);
  });
});

describe("layers", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const line = /^- `src\/(entry` →[^.]+)\./m.exec(readme)?.[1] ?? "";
  const layers: string[][] = line.split("→").map((layer) => layer.match(/[a-z]+(?=`)/g) ?? []);
  const layerOf = (path: string) => layers.findIndex((layer) => layer.includes(path.split("/")[1] ?? ""));

  test("the README's list of layers names every folder of src once", () => {
    expect(layers.flat().sort()).toEqual(readdirSync(join(root, "src")).sort());
  });

  test("each folder of src imports only from layers that come later in the README's list", () => {
    const faults = files.flatMap(({ path, text }) =>
      runtimeImportsOf(path, text)
        .filter((name) => path.startsWith("src/") && name.startsWith("src/"))
        .filter((name) => name.split("/")[1] !== path.split("/")[1] && layerOf(name) <= layerOf(path))
        .map((name) => `${path} → ${name}`),
    );
    expect(faults).toEqual([]);
  });
});

describe("folder cycles", () => {
  const tops = ["src", "mocks", ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`)];

  test("no folders of src, mocks or a package import each other in a circle", () => {
    expect(tops.flatMap((top) => folderCycles(top, files))).toEqual([]);
  });

  test("the search for folder cycles finds cycles at any depth, even where the files form no cycle", () => {
    const tree = [
      { path: "src/room/a/one.ts", text: 'import { two } from "../b/two.ts";' },
      { path: "src/room/b/two.ts", text: "export const two = 2;" },
      { path: "src/room/b/three.ts", text: 'import("../a/four.ts");' },
      { path: "src/room/a/four.ts", text: 'import "../../far/five.ts";' },
      { path: "src/far/five.ts", text: 'import type { one } from "../room/a/one.ts";' },
      { path: "src/far/six.ts", text: 'export {\n  type A,\n  type B,\n} from "../room/a/one.ts";' },
    ];
    expect(folderCycles("src", tree)).toEqual(["src/room: a, b"]);
    const seven = { path: "src/far/seven.ts", text: 'import { type A, one } from "../room/a/one.ts";' };
    expect(folderCycles("src", [...tree, seven])).toEqual(["src: far, room", "src/room: a, b"]);
  });
});

describe("sizes", () => {
  test(`no folder of src holds more than ${MAX_FILES_OF_FOLDER} files`, () => {
    const folders = files.map(({ path }) => dirname(path)).filter((folder) => folder.startsWith("src/"));
    const count = (folder: string) => folders.filter((each) => each === folder).length;
    expect([...new Set(folders)].filter((folder) => count(folder) > MAX_FILES_OF_FOLDER)).toEqual([]);
  });
});

test("the top level of the repository has only expected files and folders", () => {
  const allowed =
    /^(package\.json|package-lock\.json|(vite|vitest)\.config\.ts|tsconfig(\.[a-z]+)?\.json|index\.html|src|packages|test|mocks|public|docs|(README|CONTRIBUTING|SECURITY|CHANGELOG)\.md|LICENSE|\..+|node_modules|dist|test-results|coverage)$/;
  expect(readdirSync(root).filter((name) => !allowed.test(name))).toEqual([]);
});
