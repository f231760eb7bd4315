import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The local bundle: the server together with the mocks. It is separate from dist/server, which must not contain the
 * mocks.
 */
export default defineConfig({
  root: resolveHere("."),
  publicDir: false,
  plugins: [
    {
      name: "breached-passwords",
      generateBundle() {
        const fileName = "breached-passwords.txt";
        this.emitFile({ type: "asset", fileName, source: readFileSync(resolveHere(`src/site/${fileName}`)) });
      },
    },
  ],
  build: {
    ssr: true,
    target: "node20",
    outDir: resolveHere("../../dist/local"),
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        start: resolveHere("src/site/start.ts"),
        "local-services": resolveHere("src/cli.ts"),
        "engine-worker": resolveHere("../server/src/database/engine-worker.mjs"),
      },
      // All in one folder, because each file that starts the worker looks for it beside itself.
      output: {
        entryFileNames: ({ name }) => (name === "engine-worker" ? "[name].mjs" : "[name].js"),
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});
