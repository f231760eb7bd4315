import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));

/** The compiler's errors for a file with this text in the project of `tsconfig.<project>.json`. */
async function typeErrors(project: string, text: string): Promise<string> {
  // The folder is inside node_modules, because the compiler looks for Node's types from the project's own folder
  // upwards.
  const folder = await mkdtemp(`${root}node_modules/.types-`);
  try {
    await writeFile(`${folder}/file.ts`, text);
    const config = { extends: `${root}tsconfig.${project}.json`, include: [], files: ["file.ts"] };
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config));
    return await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", folder]).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NODE_ONLY = "export const platform = process.platform;\n";
const BROWSER_ONLY = "export const title = document.title;\n";

test.each(["browser", "mocks"])(
  "a file of the %s project that uses process fails type checking",
  async (project) => {
    expect(await typeErrors(project, NODE_ONLY)).toMatch(/Cannot find name 'process'/);
    expect(await typeErrors(project, BROWSER_ONLY)).toBe("");
  },
);

test("a file of the server project that uses document fails type checking", async () => {
  expect(await typeErrors("server", BROWSER_ONLY)).toMatch(/Cannot find name 'document'/);
  expect(await typeErrors("server", NODE_ONLY)).toBe("");
});
