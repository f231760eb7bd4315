import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Vite's module around every dynamic import of a build. */
const PRELOAD_HELPER = "\0vite/preload-helper.js";

/**
 * Replaces Vite's preload helper, which does not check integrity, by our own function. Every dynamic import of a
 * build calls it with the import and the files that the import needs.
 * @param source module that exports `verifiedImport`, relative to the project's root
 */
export function verifiedImports(source: string): Plugin {
  return {
    name: "verified-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          // Vite passes no files for a chunk that imports nothing. Add the chunk itself, so that it is verified too.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === "js" ? [...new Set([file, ...needed])] : needed,
        },
      },
    }),
    load(id) {
      if (id !== PRELOAD_HELPER) return;
      const module = JSON.stringify(resolve(this.environment.config.root, source));
      return `export { verifiedImport as __vitePreload } from ${module};`;
    },
  };
}
