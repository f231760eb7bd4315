import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { nodeBuild } from "../server/vite.config.ts";

const resolveHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const entries = { start: resolveHere("src/site/start.ts"), "local-services": resolveHere("src/cli.ts") };

/** The local bundle: the server with the mocks. It is separate from dist/server, which must not contain the mocks. */
export default defineConfig({
  ...nodeBuild("local", entries),
  plugins: [
    {
      name: "breached-passwords",
      generateBundle() {
        const fileName = "breached-passwords.txt";
        this.emitFile({ type: "asset", fileName, source: readFileSync(resolveHere(`src/site/${fileName}`)) });
      },
    },
  ],
});
