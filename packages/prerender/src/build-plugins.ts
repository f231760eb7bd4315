import { dirname, relative, resolve, sep } from "node:path";
import type { Plugin } from "vite";

/** Vite's module around every dynamic import of a build. */
const PRELOAD_HELPER = "\0vite/preload-helper.js";

/**
 * Replaces Vite's preload helper by a function of our own.
 * @param source module that exports `preloadedImport`, relative to the project's root
 */
export function preloadedImports(source: string): Plugin {
  return {
    name: "preloaded-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load(id) {
      if (id !== PRELOAD_HELPER) return;
      const module = JSON.stringify(resolve(this.environment.config.root, source));
      return `export { preloadedImport as __vitePreload } from ${module};`;
    },
  };
}

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
