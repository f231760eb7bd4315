import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { distFolder, pseudoLocale } from "../prerender/src/pseudo-locale.ts";
import { releaseName } from "./bin/build-time.mjs";

const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Workspace code is bundled, so that Node needs no TypeScript; npm packages stay in node_modules. */
export default defineConfig({
  root: resolveHere("."),
  publicDir: false,
  define: { RELEASE: JSON.stringify(releaseName(resolveHere("../.."))) },
  plugins: [pseudoLocale()],
  build: {
    ssr: true,
    target: "node20",
    outDir: resolveHere(`../../${distFolder}/server`),
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        serve: resolveHere("src/serve.ts"),
        manage: resolveHere("src/manage.ts"),
        "engine-worker": resolveHere("src/database/engine-worker.mjs"),
      },
      // All in one folder, because each file that starts the worker looks for it beside itself.
      output: {
        entryFileNames: ({ name }) => (name === "engine-worker" ? "[name].mjs" : "[name].js"),
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
