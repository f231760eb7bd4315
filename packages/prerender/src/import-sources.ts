import { dirname, relative, resolve, sep } from "node:path";

const DYNAMIC_IMPORT = /\bimport\(\s*("\.{1,2}\/[^"]+")\s*\)/g;

/**
 * Adds to the promise of each dynamic import the module's path, as Vite's manifest names it. So a route table needs no
 * second list of its pages' paths.
 * @param root the project's root
 * @param id path of the module that has the code
 */
export const withImportSources = (code: string, id: string, root: string): string =>
  code.replace(DYNAMIC_IMPORT, (call, name: string) => {
    const source = relative(root, resolve(dirname(id), JSON.parse(name)))
      .split(sep)
      .join("/");
    return `Object.assign(${call}, { source: ${JSON.stringify(source)} })`;
  });
