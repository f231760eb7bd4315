/**
 * `npm run test:pseudo-locale [spec…]`: the pages at 320 px with texts that are 40 % longer. Builds the site in the
 * pseudo-locale first. `SCREENSHOTS=folder` keeps a picture of each state.
 */
import { spawnSync } from "node:child_process";

const env = { ...process.env, TEXTS: "pseudo" };
const playwright = [
  "playwright",
  "test",
  "--config",
  "test/e2e/playwright.config.ts",
  ...process.argv.slice(2),
];

for (const [tool, args] of [
  ["npm", ["run", "--silent", "build"]],
  ["npx", playwright],
]) {
  const { status } = spawnSync(String(tool), /** @type {string[]} */ (args), { stdio: "inherit", env });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
