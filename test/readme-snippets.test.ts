import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SESSION_ENDPOINTS } from "../packages/identity-server/src/sessions/session-endpoints.ts";
import { packageEntriesOf, released } from "../packages/release/src/released.ts";
import { root } from "./architecture/import-graph.ts";
import { PAGES, READMES, writePage, writeSnippets } from "./packages/snippets.mjs";

/**
 * Packages that are installed only in the scratch project of `npm run lab -- packages`, where the blocks are compiled
 * with their real types.
 */
const ELSEWHERE = [
  ...["firebase/app", "firebase/auth", "firebase/firestore"],
  ...["next/headers", "next/navigation", "next/server"],
];

const compile = (folder: string): string => {
  const paths = Object.fromEntries(
    released.flatMap((one) =>
      Object.entries(packageEntriesOf(one)).map(([door, file]) => [join(one.name, door), [join(root, file)]]),
    ),
  );
  writeFileSync(
    join(folder, "elsewhere.d.ts"),
    ELSEWHERE.map((name) => `declare module "${name}";\n`).join(""),
  );
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { paths, noUnusedLocals: false, types: ["node"] },
    include: ["."],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", folder],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return stdout;
};

test("every code block of the packages' READMEs imports what it uses and compiles in strict mode", () => {
  const folder = join(root, "test-results/snippets");
  const names = writeSnippets(folder);
  expect(names.length).toBeGreaterThan(20);
  expect(new Set(names).size, "names are unique").toBe(names.length);
  for (const page of PAGES) writePage(page, join(folder, page));

  // One added block is incomplete, which shows that the check detects it; every other block must be complete.
  writeFileSync(join(folder, "forgotten.ts"), "export const services = createLocalServices();\n");
  const [error, ...more] = compile(folder).trim().split("\n");
  expect(error).toContain("forgotten.ts(1,25): error TS2304");
  expect(more).toEqual([]);
});

test("the routes of next.md export the methods of the sessions' endpoints", () => {
  const page = readFileSync(join(root, "packages/identity/docs/next.md"), "utf8");
  for (const folder of ["session", "sessions"]) {
    const endpoints = Object.entries(SESSION_ENDPOINTS).filter(([path]) => path.split("/")[2] === folder);
    const methods = new Set(endpoints.flatMap(([, each]) => Object.keys(each)));
    const [, route] = new RegExp(`^\`\`\`ts app/api/${folder}/.*\\n(.*)`, "m").exec(page) ?? [];
    expect(route?.match(/\b[A-Z]+\b/g)).toEqual([...methods].sort());
  }
});

test("every package has its README, its changelog and its entry files", () => {
  expect(READMES).toEqual(expect.arrayContaining(released.map(({ readme }) => readme)));
  for (const one of released) {
    const changelog = `packages/${one.folder}/CHANGELOG.md`;
    for (const file of [one.readme, changelog, ...Object.values(packageEntriesOf(one)), ...(one.files ?? [])])
      expect(existsSync(join(root, file)), file).toBe(true);
  }
});
