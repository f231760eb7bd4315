import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Google's emulator is a separate install (222 MB), made by the first run that needs it, so that `npm ci` of the
 * repository stays fast.
 */
export function installEmulator() {
  if (existsSync(`${here}node_modules/firebase-tools`)) return;
  console.log("Installing Google's emulator, once …");
  const command = ["ci", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const install = spawnSync("npm", command, { cwd: here, stdio: "inherit" });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
