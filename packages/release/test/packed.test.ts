import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { brotliSize, bundle } from "../../identity/test/support/bundle.mjs";
import { packAll } from "../src/pack.ts";
import { HOMEPAGE, REPOSITORY, released, requireAddresses } from "../src/released.ts";

const target = mkdtempSync(join(tmpdir(), "packed-"));

/** Packing compiles each package. */
const PACKING_MS = 300_000;

beforeAll(async () => {
  await packAll(target);
}, PACKING_MS);
afterAll(() => rmSync(target, { recursive: true }));

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

test("the type declarations of each package import only the dependencies of its package.json", () => {
  for (const { folder } of released) {
    const read = (name: string) => readFileSync(join(target, folder, name), "utf8");
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(read("package.json"));
    const files = readdirSync(join(target, folder), { recursive: true, encoding: "utf8" });
    const imported = files
      .filter((name) => name.endsWith(".d.ts"))
      .flatMap((name) => [...read(name).matchAll(/(?:from|import)\s*\(?\s*"((?:@[^/"]+\/)?[^/".][^/"]*)/g)])
      .map(([, name = ""]) => name)
      .filter((name) => !name.startsWith("node:"));
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    expect(
      imported.filter((name) => !named.includes(name)),
      folder,
    ).toEqual([]);
  }
});

test("the package.json of each package has the addresses from released.ts", () => {
  for (const { folder } of released)
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

test("each link in the Markdown pages of each package leads to a packed file and heading", () => {
  for (const { folder } of released) {
    for (const { name, file, text } of pagesOf(folder)) {
      for (const [, link = ""] of withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(link)) continue;
        const [path = "", anchor] = link.split("#");
        const linked = path === "" ? file : join(dirname(file), path);
        expect(existsSync(linked), `${folder}: ${name}: ${link}`).toBe(true);
        if (anchor)
          expect(anchorsOf(readFileSync(linked, "utf8")), `${folder}: ${name}: ${link}`).toContain(anchor);
      }
    }
  }
});

test("no Markdown page of each package names a command or a file that only the repository has", () => {
  for (const { folder } of released) {
    for (const { name, text } of pagesOf(folder)) expect(inside(text), `${folder}: ${name}`).toEqual([]);
  }
});

test("each source map of each package contains its sources and names each by its path in the repository", () => {
  for (const { folder } of released) {
    const maps = readdirSync(join(target, folder, "dist"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".js.map"),
    );
    expect(maps.length).toBeGreaterThan(0);
    for (const name of maps) {
      const map = JSON.parse(readFileSync(join(target, folder, "dist", name), "utf8"));
      expect(map.sourcesContent, `${folder}: ${name}`).toHaveLength(map.sources.length);
      for (const source of map.sources) expect(source, name).toMatch(/^(packages|mocks|\0|@)/);
    }
  }
});

/** A declaration file, and the functions that it exports, also from other files, with their comments. */
function functionsIn(file: string): { name: string; signature: string; comment: string }[] {
  const text = readFileSync(file, "utf8");
  const declared =
    /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export declare (?:function|const) (\w+)((?:: )?(?:<[^(]*>)?\(.*)$/gm;
  const own = [...text.matchAll(declared)].map(([, comment = "", name = "", signature = ""]) => ({
    name,
    signature,
    comment,
  }));
  const others = [...text.matchAll(/^export (?:\*|\{([^}]*)\}) from "(\.[^"]+)\.ts";/gm)].flatMap(
    ([, names, path]) => {
      const listed = names?.split(",").map((name) => name.trim());
      const all = functionsIn(join(dirname(file), `${path}.d.ts`));
      return all.filter(({ name }) => !listed || listed.includes(name));
    },
  );
  return [...own, ...others];
}

const functionsOf = (folder: string) =>
  readdirSync(join(target, folder, "dist"))
    .filter((name) => name.endsWith(".d.ts"))
    .flatMap((name) => functionsIn(join(target, folder, "dist", name)));

/** What a function's comment leaves out: a description, its texts and numbers, what it throws. */
const omissions = ({ signature, comment }: { signature: string; comment: string }) => [
  ...(comment.trim() === "" ? ["description"] : []),
  ...[...signature.matchAll(/[(,] ?(\w+)\??: (?:string|number|boolean)\b/g)]
    .map(([, parameter = ""]) => parameter)
    .filter((parameter) => !comment.includes(parameter)),
  ...(/@throws|Never\s+(?:\* )?throws/m.test(comment) ? [] : ["@throws, or: Never throws"]),
];

test("the declarations of each package describe each function, its parameters and what it throws", () => {
  for (const { folder } of released) {
    const functions = functionsOf(folder);
    expect(functions.length).toBeGreaterThan(0);
    expect(functions.flatMap((one) => omissions(one).map((what) => `${one.name}: ${what}`))).toEqual([]);
  }
});

test("the check of the declarations finds what a function's comment leaves out", () => {
  const signature = "(client: C, email: string): Promise<void>;";
  expect(omissions({ signature, comment: "" })).toEqual([
    "description",
    "email",
    "@throws, or: Never throws",
  ]);
  expect(omissions({ signature, comment: "Does.\n@param email whose\n@throws X" })).toEqual([]);
});

test("the declarations of the identity client name only error codes that exist", () => {
  const errors = readFileSync(join(target, "identity/docs/errors.md"), "utf8");
  const codes = new Set([...errors.matchAll(/^\| `([^`]+)`/gm)].map(([, code = ""]) => code));
  const named = functionsOf("identity").flatMap(({ comment }) => [
    ...(/@throws \{?IdentityError[\s\S]*/.exec(comment)?.[0] ?? "").matchAll(/`([a-z]+(?:-[a-z]+)+)`/g),
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
