import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const setupFiles = ["test/setup/quiet-console.ts"];

/** Kept apart from vite.config.ts, whose prerendering and server bundles are of no use to a test. */
export default defineConfig({
  root,
  test: {
    coverage: { provider: "v8", include: ["src/**", "packages/*/src/**", "mocks/**"] },
    projects: [
      {
        root,
        test: {
          name: "node",
          environment: "node",
          include: ["packages/*/test/**/*.test.ts", "test/mocks/**/*.test.ts", "test/*.test.ts"],
          exclude: ["test/bundle.test.ts"],
          setupFiles,
        },
      },
      {
        root,
        plugins: [react(), vanillaExtractPlugin()],
        test: { name: "pages", environment: "happy-dom", include: ["test/pages/**/*.test.tsx"], setupFiles },
      },
      {
        root,
        test: { name: "bundle", environment: "node", include: ["test/bundle.test.ts"] },
      },
    ],
  },
});
