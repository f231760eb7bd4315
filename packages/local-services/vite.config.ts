import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { distFolder, pseudoLocale } from "../prerender/src/pseudo-locale.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The local bundle: the server together with the mocks. It is separate from dist/server, which must not contain the
 * mocks.
 */
export default defineConfig({
  root: here("."),
  publicDir: false,
  plugins: [
    pseudoLocale(),
    {
      name: "breached-passwords",
      generateBundle() {
        const fileName = "breached-passwords.txt";
        this.emitFile({ type: "asset", fileName, source: readFileSync(here(`src/site/${fileName}`)) });
      },
    },
  ],
  build: {
    ssr: true,
    target: "node20",
    outDir: here(`../../${distFolder}/local`),
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        start: here("src/site/start.ts"),
        "local-services": here("src/cli.ts"),
        "engine-worker": here("../server/src/database/engine-worker.mjs"),
      },
      // All in one folder, because each file that starts the worker looks for it beside itself.
      output: {
        entryFileNames: ({ name }) => (name === "engine-worker" ? "[name].mjs" : "[name].js"),
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
