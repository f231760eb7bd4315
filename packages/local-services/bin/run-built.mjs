import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The sources of a build; tests and this folder's bin scripts are not part of it. */
const SOURCES = ["package.json", "index.html", "vite.config.ts", "src", "public", "packages", "mocks"];
const NOT_BUILT = new Set(["node_modules", "dist", "test", "bin"]);

/**
 * Newest change below a path, in milliseconds. A folder counts too: deleting a file changes only its folder.
 * @param {string} path
 * @returns {number}
 */
function newestChange(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const below = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !(entry.isDirectory() && NOT_BUILT.has(entry.name)) && !entry.name.endsWith(".md"))
    .map((entry) => newestChange(join(path, entry.name)));
  return Math.max(stats.mtimeMs, ...below);
}

/**
 * Whether there is a build newer than its sources. The build writes its start time last, so an interrupted one counts
 * as missing.
 * @param {string} folder the repository's top
 */
export function isBuilt(folder = root) {
  const stamp = join(folder, "dist/built");
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return SOURCES.every((source) => newestChange(join(folder, source)) <= builtAt);
}

/**
 * Runs `npm run build` with the npm that started this program, so that the list of steps stays in package.json.
 */
async function runBuild() {
  const npm = process.env["npm_execpath"];
  const [command, args] = npm
    ? [process.execPath, [npm, "run", "build", "--silent"]]
    : ["npm", ["run", "build", "--silent"]];
  const shell = !npm && process.platform === "win32";
  await promisify(execFile)(command, args, { cwd: root, shell, maxBuffer: 1e9 }).catch(
    ({ message, stdout = message, stderr = "" }) => {
      throw new Error(`${stdout}${stderr}\nThe build failed: see the lines above.`);
    },
  );
}

export async function buildIfNeeded() {
  if (isBuilt()) return;
  process.stdout.write("Building the site, once after each change of its sources …\n");
  await runBuild();
}

/**
 * Builds if needed, then runs one of the local bundles in this process.
 * @param {"start" | "local-services"} name
 */
export async function runBuilt(name) {
  process.chdir(root);
  await buildIfNeeded();
  await import(pathToFileURL(join(root, `dist/local/${name}.js`)).href);
}
