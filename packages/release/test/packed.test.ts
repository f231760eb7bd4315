import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brotliSize, bundle } from "../../identity/test/support/bundle.mjs";
import { findUnannounced, renderSurface } from "../src/api.ts";
import { describeIdentity } from "../src/describe.ts";
import { packAll } from "../src/pack.ts";
import { HOMEPAGE, REPOSITORY, released, requireAddresses } from "../src/released.ts";

const target = mkdtempSync(join(tmpdir(), "packed-"));
const again = mkdtempSync(join(tmpdir(), "packed-again-"));
let tarballs: string[] = [];

beforeAll(async () => {
  tarballs = await packAll(target);
});
afterAll(() => {
  for (const folder of [target, again]) rmSync(folder, { recursive: true });
});

const pagesOf = (folder: string) =>
  readdirSync(join(target, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({ name, file: join(target, folder, name) }))
    .map((page) => ({ ...page, text: readFileSync(page.file, "utf8") }));

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "");

/** GitHub's anchors of a page's headings. */
const anchorsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

/** The programs that the pages run. Each is of a package that the page installs, or that npx fetches. */
const PROGRAMS =
  /^npx (local-services|vite|vitest|playwright|next|http-server|msw|--yes create-(vite|next-app)@latest)\b/;

/** What a page says about commands and files that only the repository has. A file of its own has a block. */
const inside = (text: string) => [
  ...(text.match(/npm (run|start)\b.*|node (packages|test)\/.*|repository only/g) ?? []),
  ...(text.match(/\bnpx [^`\n]*/g) ?? []).filter((command) => !PROGRAMS.test(command)),
  ...(text.match(/`(\.\.\/)*(src|test|mocks|packages|docs)\/[^`\n]*`/g) ?? []).filter(
    (file) => !text.includes(`\`\`\`ts ${file.slice(1, -1)}\n`),
  ),
];

test("the check of packed pages finds a command or a file that only the repository has", () => {
  const own = "`src/main.ts`\n\n```ts src/main.ts\n```\n\n`npx vite`";
  expect(inside(own)).toEqual([]);
  const faults = ["npm run lab", "npx tsx run.ts", "node packages/x.mjs", "`src/other.ts`"];
  expect(inside(`${own}\n${faults.join("\n")}`).toSorted()).toEqual(faults.toSorted());
});

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

test("packing twice, into different folders, gives identical tarballs", async () => {
  expect((await packAll(again)).map(hashOf)).toEqual(tarballs.map(hashOf));
});

test.each(released)(
  "the type declarations of $name import only the dependencies of its package.json",
  ({ folder }) => {
    const read = (name: string) => readFileSync(join(target, folder, name), "utf8");
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(read("package.json"));
    const files = readdirSync(join(target, folder), { recursive: true, encoding: "utf8" });
    const imported = files
      .filter((name) => name.endsWith(".d.ts"))
      .flatMap((name) => [...read(name).matchAll(/(?:from|import)\s*\(?\s*"((?:@[^/"]+\/)?[^/".][^/"]*)/g)])
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"));
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    expect(imported.filter((name) => !named.includes(name))).toEqual([]);
  },
);

test.each(released)("the package.json of $name has the addresses from released.ts", ({ folder }) => {
  expect(JSON.parse(readFileSync(join(target, folder, "package.json"), "utf8"))).toMatchObject({
    homepage: HOMEPAGE,
    bugs: `${REPOSITORY}/issues`,
    repository: { url: `git+${REPOSITORY}.git`, directory: `packages/${folder}` },
  });
});

test("requireAddresses throws for an example address and names it", () => {
  expect(() => requireAddresses(["https://git.example.org/a", "https://a.example/"])).toThrow(
    "https://a.example/",
  );
  expect(() => requireAddresses(["https://git.example.org/a"])).not.toThrow();
});

test.each(released)("each Markdown page of $name has a blank line around each heading", ({ folder }) => {
  for (const { name, text } of pagesOf(folder))
    expect(withoutCode(text).match(/[^\n]\n#+ .*|^#+ .*\n[^\n]/gm) ?? [], name).toEqual([]);
});

test.each(released)(
  "each link in the Markdown pages of $name leads to a packed file and heading",
  ({ folder }) => {
    for (const { name, file, text } of pagesOf(folder)) {
      for (const [, link = ""] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(link)) continue;
        const [path = "", anchor] = link.split("#");
        const linked = path === "" ? file : join(dirname(file), path);
        expect(existsSync(linked), `${name}: ${link}`).toBe(true);
        if (anchor) expect(anchorsOf(readFileSync(linked, "utf8")), `${name}: ${link}`).toContain(anchor);
      }
    }
  },
);

test.each(released)(
  "no Markdown page of $name names a command or a file that only the repository has",
  ({ folder }) => {
    for (const { name, text } of pagesOf(folder).filter((page) => !page.name.endsWith("reference.md")))
      expect(inside(text), name).toEqual([]);
  },
);

test.each(released)(
  "each source map of $name contains its sources and names each by its path in the repository",
  ({ folder }) => {
    const maps = readdirSync(join(target, folder, "dist"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".js.map"),
    );
    expect(maps.length).toBeGreaterThan(0);
    for (const name of maps) {
      const map = JSON.parse(readFileSync(join(target, folder, "dist", name), "utf8"));
      expect(map.sourcesContent, name).toHaveLength(map.sources.length);
      for (const source of map.sources) expect(source, name).toMatch(/^(packages|mocks|\0|@)/);
    }
  },
);

test.each(released)("the changelog of $name mentions each change of the type declarations", (one) => {
  expect(
    findUnannounced(one, renderSurface(one, join(target, one.folder))),
    "name them below Unreleased in the package's CHANGELOG.md; a release renews api.txt by `npm run pack -- --release`",
  ).toEqual([]);
});

test('the changelog check demands a "Breaking" line for a removed export, and the name of a new export', () => {
  const [one] = released;
  if (!one) throw new Error("No package is released.");
  const surface = renderSurface(one, join(target, one.folder));
  const without = surface.replace(/^@tallybin\/identity signOut: .*\n/m, "");
  expect(findUnannounced(one, without)).toContain("signOut"); // named, but not as removed
  expect(findUnannounced(one, `${surface}@tallybin/identity/other f: function f(): void;\n`)).toContain("f");
  expect(
    findUnannounced(one, `${surface}@tallybin/identity/adoption f: function f(): void;\n`),
  ).not.toContain("f");
});

/** The functions of a reference: their signatures, and what is said about them. */
const functionsIn = (reference: string) =>
  reference
    .split(/^### /m)
    .filter((part) => part.startsWith("Functions"))
    .flatMap((part) => part.split(/^#### /m).slice(1))
    .map((part) => {
      const [, name = "", code = "", said = ""] =
        /^(.*)\n\n```ts\n([\s\S]*?)^```$([\s\S]*)/m.exec(part) ?? [];
      return { name, code, said };
    });

/** What a function's comment leaves out: a description, its texts and numbers, what it throws. */
const omissions = ({ code, said }: { code: string; said: string }) => [
  ...(said.trim() === "" ? ["description"] : []),
  ...[...(code.split("\n")[0] ?? "").matchAll(/[(,] ?(\w+)\??: (?:string|number|boolean)\b/g)]
    .map(([, parameter]) => `\`${parameter}\``)
    .filter((parameter) => !said.includes(parameter)),
  ...(/^- Rejects or throws: |Never\s+throws/m.test(said) ? [] : ["@throws, or: Never throws"]),
];

test.each(released)(
  "the reference of $name describes each function, its parameters and what it throws",
  ({ folder }) => {
    const functions = functionsIn(readFileSync(join(target, folder, "docs/reference.md"), "utf8"));
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.flatMap((one) => omissions(one).map((what) => `${one.name}: ${what}`))).toEqual([]);
  },
);

test("the reference check finds what a function's comment leaves out", () => {
  const code = "function f(client: C, email: string): Promise<void>;";
  expect(omissions({ code, said: "" })).toEqual(["description", "`email`", "@throws, or: Never throws"]);
  expect(omissions({ code, said: "Does.\n\n- `email`: whose\n- Rejects or throws: X" })).toEqual([]);
});

test("the reference of the identity client names only error codes that exist", () => {
  const codes = new Set<string>(describeIdentity().errorCodes.map(({ code }) => code));
  const reference = readFileSync(join(target, "identity/docs/reference.md"), "utf8");
  const named = functionsIn(reference).flatMap(({ said }) => [
    ...(/- Rejects or throws: IdentityError[\s\S]*/.exec(said)?.[0] ?? "").matchAll(
      /`([a-z]+(?:-[a-z]+)+)`/g,
    ),
  ]);
  expect(named.length).toBeGreaterThan(100);
  expect(named.map(([, code = ""]) => code).filter((code) => !codes.has(code))).toEqual([]);
});

test("the bundled callback page takes at most 3000 bytes, and shares no larger chunk with the application", async () => {
  const entry = JSON.stringify(join(target, "identity/dist/callback.js"));
  expect(brotliSize(await bundle(`export * from ${entry};`))).toBeLessThanOrEqual(3000);
  const code = readFileSync(join(target, "identity/dist/callback.js"), "utf8");
  for (const [, chunk = ""] of code.matchAll(/from "(\.\/chunks\/[^"]+)"/g))
    expect(brotliSize(readFileSync(join(target, "identity/dist", chunk), "utf8"))).toBeLessThanOrEqual(3000);
  expect(code).not.toContain("valibot");
});
