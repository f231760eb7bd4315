import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The READMEs and pages of the installable packages. */
export const READMES = [
  "packages/identity/README.md",
  "packages/identity/docs/vite.md",
  "packages/identity/docs/next.md",
  "packages/identity-server/README.md",
  "packages/user-document/README.md",
  "mocks/README.md",
];

/**
 * The TypeScript blocks of a README. A block without a name is called by the README's folder and its position.
 * @param {string} readme path from the root
 * @returns {{ name: string, code: string }[]}
 */
export const snippetsOf = (readme) => {
  const [folder = ""] = readme.split("/").slice(-2);
  const blocks = [
    ...readFileSync(join(root, readme), "utf8").matchAll(/^```ts ?([\w-]*)\n([\s\S]*?)^```$/gm),
  ];
  return blocks.map(([, name, code = ""], index) => ({ name: name || `${folder}-${index + 1}`, code }));
};

/**
 * Writes every block of every README to its own file, so that each must import what it uses.
 * @param {string} folder emptied first
 * @returns {string[]} their names
 */
export const writeSnippets = (folder) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return READMES.flatMap(snippetsOf).map(({ name, code }) => {
    // A block without imports would be a script, and its names global.
    writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {};\n`);
    return name;
  });
};
