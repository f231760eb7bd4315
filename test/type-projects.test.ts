import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

/** The compiler's errors for files with these texts in the project of `tsconfig.<project>.json`. */
async function typeErrors(project: string, files: Record<string, string>): Promise<string> {
  // The folder is inside node_modules, because the compiler looks for Node's types from the project's own folder
  // upwards.
  const folder = await mkdtemp(`${root}node_modules/.types-`);
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(`${folder}/${name}`, text);
    const config = { extends: `${root}tsconfig.${project}.json`, include: [], files: Object.keys(files) };
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config));
    return await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FILES = {
  "node.ts": "export const platform = process.platform;\n",
  "browser.ts": "export const title = document.title;\n",
};

test.each([
  ["browser", "node.ts", "process"],
  ["mocks", "node.ts", "process"],
  ["server", "browser.ts", "document"],
])(
  "type checking of the %s project reports only the file %s, which uses the global %s",
  async (project, file, name) => {
    const [error = "", ...more] = (await typeErrors(project, FILES)).trim().split("\n");
    expect(error).toMatch(new RegExp(`${file}\\(.*Cannot find name '${name}'`));
    expect(more).toEqual([]);
  },
);
