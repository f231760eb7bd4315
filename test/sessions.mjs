/**
 * `npm run test:sessions [spec…]`: every account test of the browser against a server that holds the sessions
 * (SESSIONS=server). `npm test` runs some of these. Needs `npm run build`.
 */
import { spawnSync } from "node:child_process";

const { status } = spawnSync(
  "npx",
  [
    ...["playwright", "test", "--config", "test/e2e/playwright.config.ts", "--project=server sessions"],
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: { ...process.env, SESSIONS_TESTS: "all" } },
);
process.exitCode = status ?? 1;
