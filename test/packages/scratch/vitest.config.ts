import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["tests/node/**/*.test.ts"], testTimeout: 60_000 } });
