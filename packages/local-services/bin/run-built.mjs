import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

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
 * @returns {Promise<void>}
 */
function runBuild() {
  const npm = process.env["npm_execpath"];
  const [command, args] = npm
    ? [process.execPath, [npm, "run", "build", "--silent"]]
    : ["npm", ["run", "build", "--silent"]];
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: !npm && process.platform === "win32",
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${output}\nThe build failed: see the lines above.`)),
    );
  });
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
