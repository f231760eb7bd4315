import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { releaseName } from "./bin/build-time.mjs";

const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Workspace code is bundled, so that Node needs no TypeScript; npm packages stay in node_modules. */
export default defineConfig({
  root: resolveHere("."),
  publicDir: false,
  define: { RELEASE: JSON.stringify(releaseName(resolveHere("../.."))) },
  build: {
    ssr: true,
    target: "node20",
    outDir: resolveHere("../../dist/server"),
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
