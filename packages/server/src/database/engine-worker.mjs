import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

// Runs in its own thread: PGlite blocks its thread for seconds when it creates a folder and for milliseconds with
// each query, while the server's thread must serve pages. Plain JavaScript, because a worker is started by file name,
// from the sources and from a bundle.

/** @type {{ folder: string, templateFolder: string | undefined }} */
const { folder, templateFolder } = workerData;

// The default of 128 MB suits a database server, not a part of another process.
const options = { startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"] };

/** Keeps the code of a failure: Node 22's cpSync reports a full disk as EIO. @param {string} from @param {string} to */
function copyFolder(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const copy = statSync(join(from, name)).isDirectory() ? copyFolder : copyFileSync;
    copy(join(from, name), join(to, name));
  }
}

/**
 * Creating a cluster takes seconds, and a kill during that time would leave a cluster that never opens again. So the
 * cluster is created under another name (or copied from the build's template), and renamed when it is complete.
 */
async function makeFolder() {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  if (templateFolder !== undefined && existsSync(templateFolder)) {
    copyFolder(templateFolder, unfinished);
  } else {
    await (await PGlite.create(unfinished, options)).close();
  }
  renameSync(unfinished, folder);
}

/** @type {"make" | "open"} */
let stage = "make";

const engine = (async () => {
  if (!existsSync(folder)) await makeFolder();
  stage = "open";
  return PGlite.create(folder, options);
})();
// Each call gets its error; the thread continues.
engine.catch(() => undefined);

/** @param {{ id: number, request: Uint8Array | "ready" | "close" }} call */
async function answerCall({ id, request }) {
  try {
    const database = await engine;
    if (request === "close") await database.close();
    const bytes = request instanceof Uint8Array ? await database.execProtocolRaw(request) : undefined;
    parentPort?.postMessage({ id, bytes });
  } catch (error) {
    // WebAssembly may throw other values than errors, and its errors say little.
    const { message, code } = Object(error);
    parentPort?.postMessage({ id, fault: { message: String(message), code, stage } });
  }
}

parentPort?.on("message", answerCall);
