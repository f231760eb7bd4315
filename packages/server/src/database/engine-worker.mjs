import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

// Runs in a thread of its own: PGlite computes on the thread it lives on, for seconds when it makes a folder and for
// milliseconds with each query, and the server's thread has pages to serve. Plain JavaScript, since a worker is
// started by file name, from the sources as from a bundle.

/** @type {{ folder: string, templateFolder: string | undefined }} */
const { folder, templateFolder } = workerData;

// Its default of 128 MB suits a database server, not a guest inside another process.
const options = { startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"] };

/**
 * Making a cluster takes seconds and a kill leaves it half made, never to open again: so it is made beside its place
 * (or copied from the one that the build made) and moved there when it is whole.
 */
async function makeFolder() {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  if (templateFolder !== undefined && existsSync(templateFolder)) {
    cpSync(templateFolder, unfinished, { recursive: true, dereference: true });
  } else {
    await (await PGlite.create(unfinished, options)).close();
  }
  renameSync(unfinished, folder);
}

/** @type {"make" | "open"} */
let stage = "make";

async function open() {
  if (!existsSync(folder)) await makeFolder();
  stage = "open";
  return PGlite.create(folder, options);
}

const engine = open();
// Every call is told of its fault; the thread itself goes on.
engine.catch(() => undefined);

/**
 * Errors lose what they carry on the way between threads, so they travel as plain values.
 * @param {object} message
 */
const toPlain = (message) =>
  message instanceof Error ? { ...message, message: message.message, isError: true } : { ...message };

/** @param {{ id: number, request: Uint8Array | "ready" | "close" }} call */
async function answer({ id, request }) {
  try {
    const database = await engine;
    if (request === "close") await database.close();
    const messages =
      request instanceof Uint8Array
        ? await database.execProtocolStream(request, { throwOnError: false })
        : [];
    parentPort?.postMessage({ id, messages: messages.map(toPlain) });
  } catch (error) {
    // What WebAssembly throws is not always an error, and says little where it is one.
    const { message, code } = Object(error);
    parentPort?.postMessage({ id, fault: { message: String(message), code, stage } });
  }
}

parentPort?.on("message", answer);
