import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../../../..", import.meta.url)),
  test: {
    name: "conformance",
    include: ["packages/identity/test/account/**/*.test.ts"],
    fileParallelism: false,
  },
});
