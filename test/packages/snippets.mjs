import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The READMEs of the installable packages. Each block of TypeScript stands for itself. */
export const READMES = [
  "packages/identity/README.md",
  "packages/identity-server/README.md",
  "packages/user-document/README.md",
  "mocks/README.md",
];

/** The pages that lead from an empty folder to something that works. A block names its file. */
export const PAGES = [
  "packages/identity/docs/vite.md",
  "packages/identity/docs/next.md",
  "packages/identity/docs/html.md",
  "packages/identity/docs/keep-sessions.md",
  "packages/identity-server/docs/ten-minutes.md",
  "packages/user-document/docs/ten-minutes.md",
  "packages/local-services/docs/ten-minutes.md",
  "packages/local-services/docs/emulator.md",
];

/** @param {string} page path from the root */
const blocksOf = (page) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", name = "", code = ""]) => ({ language, name, code }),
  );

/**
 * The TypeScript blocks of a README. A block without a name is called by the README's folder and its position.
 * @param {string} readme path from the root
 * @returns {{ name: string, code: string }[]}
 */
export const snippetsOf = (readme) => {
  const [folder = ""] = readme.split("/").slice(-2);
  return blocksOf(readme)
    .filter(({ language }) => language === "ts")
    .map(({ name, code }, index) => ({ name: name || `${folder}-${index + 1}`, code }));
};

/** The Svelte component of a README. @param {string} readme */
export const svelteOf = (readme) =>
  blocksOf(readme).find(({ language }) => language === "svelte")?.code ?? "";

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

/**
 * Writes the TypeScript files of a page.
 * @param {string} page @param {string} folder
 */
export function writePage(page, folder) {
  for (const { language, name, code } of blocksOf(page).filter(({ language }) => /^tsx?$/.test(language))) {
    if (!name.endsWith(`.${language}`)) throw new Error(`${page} has a block without its file.`);
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
}

/**
 * A page as one shell script: its commands and files, in their order.
 * @param {string} page @returns {string}
 */
export const scriptOf = (page) =>
  blocksOf(page)
    .map(({ language, name, code }) =>
      language === "sh" ? code : `mkdir -p '${dirname(name)}'\ncat >'${name}' <<'END'\n${code}END\n`,
    )
    .join("");
