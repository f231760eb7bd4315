import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "vite";
import { releaseName } from "./bin/build-time.mjs";

const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * A build for Node. Workspace code is bundled, so that Node needs no TypeScript; npm packages stay in node_modules.
 * @param folder below `dist`
 */
export const nodeBuild = (folder: string, input: Record<string, string>): UserConfig => ({
  root: resolveHere("."),
  publicDir: false,
  build: {
    ssr: true,
    target: "node20",
    outDir: resolveHere(`../../dist/${folder}`),
    emptyOutDir: true,
    rolldownOptions: {
      input: { ...input, "engine-worker": resolveHere("src/database/engine-worker.mjs") },
      // All in one folder, because each file that starts the worker looks for it beside itself.
      output: {
        entryFileNames: ({ name }) => (name === "engine-worker" ? "[name].mjs" : "[name].js"),
        chunkFileNames: "[name]-[hash].js",
      },
    },
  },
});

const entries = { serve: resolveHere("src/serve.ts"), manage: resolveHere("src/manage.ts") };

export default defineConfig({
  ...nodeBuild("server", entries),
  define: { RELEASE: JSON.stringify(releaseName(resolveHere("../.."))) },
});
