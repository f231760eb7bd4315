import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** A configuration of its own, because Svelte's client needs the browser's conditions, and MSW in Node must not have them. */
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  test: { include: ["tests/svelte/**/*.test.js"], environment: "jsdom" },
});
