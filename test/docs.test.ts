import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesUnder, root } from "./architecture/import-graph.ts";
import { generated } from "./docs/generated.ts";
import { commands } from "./lab.mjs";
import { commandFault } from "./support/command-fault.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

test.each(generated)(
  "the document $file has the tables and counts that are generated from the code",
  ({ file, update }) => {
    const text = read(file);
    const isCurrent = update(text) === text;
    expect(isCurrent, `Run \`npm run lab -- docs\`: it writes ${file}.`).toBe(true);
  },
);

/** Every document except the changelogs, which name what existed when they were written. */
const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "mocks", "packages", "docs"]
  .flatMap((place) =>
    place.endsWith(".md")
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map(
          (name) => `${place}/${name.replaceAll("\\", "/")}`,
        ),
  )
  .filter((name) => /(?<!CHANGELOG)\.md$/.test(name) && !/node_modules|dist\//.test(name))
  .map((path) => ({ path, folder: dirname(path), text: read(path) }));

test("documents name and link only files that exist", () => {
  const faults = documents.flatMap(({ path, folder, text }) => {
    const named = [...text.matchAll(/`((?:src|packages|mocks|test|docs|public)\/[\w./-]+)`/g)].filter(
      ([, file]) => !text.includes(`\`\`\`ts ${file}\n`), // a page for outsiders has the file itself
    );
    const linked = [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)[^)]*\)/g)];
    const files = [
      ...named.map(([, file = ""]) => file),
      ...linked.map(([, target = ""]) => join(folder, target)),
    ];
    const exists = (file: string) => [file, join(folder, file)].some((each) => existsSync(join(root, each)));
    return files.filter((file) => !exists(file)).map((file) => `${path} → ${file}`);
  });
  expect(faults).toEqual([]);
});

test("documents name only commands that exist", () => {
  const faults = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:(?!lab)[\w:][\w:-]*|lab(?: -- [a-z][\w-]*)?)/g)]
      .flatMap(([command]) => commandFault(command) ?? [])
      .map((fault) => `${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test("npm run lab has at most 20 commands, and each of their lines names a command or a program that exists", () => {
  expect(Object.keys(commands).length).toBeLessThanOrEqual(20);
  for (const line of Object.values(commands).flatMap(({ run }) => run)) {
    const [tool = "", file = "", command] = line.split(" ");
    if (file === "test/lab.mjs") expect(Object.keys(commands), line).toContain(command);
    else if (tool !== "node") expect(existsSync(join(root, "node_modules/.bin", tool)), line).toBe(true);
    if (/^(node|tsx)$/.test(tool)) expect(existsSync(join(root, file)), line).toBe(true);
  }
});

describe("the glossary", () => {
  const page = read("docs/glossary.md");
  const rows = [...page.matchAll(/^\| (?!Term|---)([^|]+) \|([^|]*)\|/gm)];
  const code = ["src", "packages", "mocks"]
    .flatMap(filesUnder)
    .filter(({ path }) => /^(src|mocks|packages\/[^/]+\/src)\//.test(path))
    .map(({ text }) => text)
    .join("\n");

  test("the glossary defines each term once, and each name in its code column exists in the code", () => {
    const terms = rows.flatMap(([, term = ""]) => term.split(", "));
    expect(terms.length).toBeGreaterThan(30);
    expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
    const names = rows.flatMap(([, , named = ""]) => [...named.matchAll(/`([A-Za-z]\w*)…?`/g)]);
    expect(names.map(([, name = ""]) => name).filter((name) => !code.includes(name))).toEqual([]);
  });

  test("the words that the glossary excludes do not occur in the code", () => {
    const sentence = /none of these words: (.+)\. `/.exec(page)?.[1] ?? "";
    const words = [...sentence.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
    expect(words.length).toBeGreaterThan(3);
    expect(words.filter((word) => new RegExp(`\\b${word}s?\\b`, "i").test(code))).toEqual([]);
  });
});

describe("the audit page", () => {
  const page = read("docs/audit.md");
  const listed = [...page.matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, file = ""]) => file);

  test("the audit page lists no file twice, and lists every file of packages/identity/src/session", () => {
    expect(new Set(listed).size).toBe(listed.length);
    const session = "packages/identity/src/session";
    const files = readdirSync(join(root, session)).map((name) => `${session}/${name}`);
    expect(files.filter((file) => !listed.includes(file))).toEqual([]);
  });

  test("the audit page lists every file whose code names an ID token or a refresh token", () => {
    const files = ["src", "packages"]
      .flatMap(filesUnder)
      .filter(({ path }) => /^(src|packages\/(?!local-services\/)[^/]+\/src)\//.test(path));
    const naming = files.filter(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      return /\b(idToken|refreshToken|id_token|refresh_token)\b/.test(code);
    });
    expect(naming.length).toBeGreaterThan(20);
    expect(naming.map(({ path }) => path).filter((path) => !listed.includes(path))).toEqual([]);
  });

  test("the audit page describes twelve attacks, each with an expected result and a command", () => {
    const attacks = page.split(/^\*\*\d+\. /m).slice(1);
    expect(attacks).toHaveLength(12);
    for (const attack of attacks) expect(attack).toMatch(/Expected: [\s\S]*```(?:sh|js)\n/);
  });
});
