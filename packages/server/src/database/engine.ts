import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { messages, PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";

type Fault = { message: string; stage: "make" | "open"; code?: string };
type Reply = { id: number; bytes?: Uint8Array; fault?: Fault };
type PendingCall = { resolve(bytes: Uint8Array): void; reject(error: Error): void };

/** Calls into PGlite's thread. All pending calls reject when the thread ends, and new ones without the folder's lock. */
function startThread(folder: string, templateFolder: string | undefined, isLocked: () => boolean) {
  const file = new URL("./engine-worker.mjs", import.meta.url);
  const worker = new Worker(file, { workerData: { folder, templateFolder }, stdout: false, stderr: false });
  const waiting = new Map<number, PendingCall>();
  let lastId = 0;
  let hasEnded = false;
  const endThread = (): void => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new Error("The database thread was terminated."));
    waiting.clear();
  };
  worker.on("message", ({ id, bytes = new Uint8Array(), fault }: Reply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (fault === undefined) call?.resolve(bytes);
    else call?.reject(Object.assign(new Error(fault.message), { fault }));
  });
  // Without a listener, an error inside the thread would end this one too.
  worker.on("error", endThread);
  worker.on("exit", endThread);
  const callThread = (request: Uint8Array | "ready" | "close"): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      if (hasEnded || !isLocked()) {
        reject(new Error("The database thread was terminated."));
        return;
      }
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request });
    });
  return { call: callThread, hasEnded: () => hasEnded || !isLocked(), terminate: () => worker.terminate() };
}

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

const RESTORE =
  "Restore a backup: stop the server, move the folder away, and put the copy that was made of it in its place.";

/** Refuses a folder with files but no database: PGlite would start an empty one over recoverable data. */
function checkFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, "PG_VERSION"))) return;
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  else {
    throw new StartError(
      `The folder ${folder} holds files, but no database: PG_VERSION is missing. ${RESTORE} To start with an empty database, move the folder away.`,
    );
  }
}

/** The error for a folder that the engine cannot create or open. PGlite's own errors are only WebAssembly aborts. */
function explainFolderFault(folder: string, { stage, code }: Pick<Fault, "stage" | "code">): StartError {
  const reason = code === undefined ? "" : ` (${code})`;
  if (code !== undefined && NO_ROOM.has(code))
    return new StartError(
      `There is no room for the database in ${folder}${reason}: make room, 100 MB at least, and start again.`,
    );
  return new StartError(
    stage === "make"
      ? `The database cannot be made in ${folder}${reason}: check that the disk has room and the folder can be written, or set DATA_DIR to another.`
      : `The database in ${folder} cannot be opened${reason}: it is damaged, the disk is full, or another release made it. Nothing was changed. ${RESTORE}`,
  );
}

/**
 * Opens a PGlite folder in its own thread, behind the same pool as PostgreSQL. Its 20 MB of WebAssembly load on demand.
 * @param templateFolder an empty cluster to copy if `folder` does not exist; creating one takes seconds
 * @param isLocked whether this process has the lock of the folder; without it, nothing is written
 */
export async function openEngine(folder: string, templateFolder?: string, isLocked = () => true) {
  const { protocol } = await import("@electric-sql/pglite");
  const { createPgConfig } = await import("@electric-sql/pglite/node-postgres");
  checkFolder(folder);
  const thread = startThread(folder, templateFolder, isLocked);
  try {
    await thread.call("ready");
  } catch (error) {
    await thread.terminate();
    throw explainFolderFault(folder, (error as { fault?: Fault }).fault ?? { stage: "open" });
  }
  // The adapter uses only these two members of PGlite.
  const remote = {
    waitReady: Promise.resolve(),
    execProtocolStream: async (request: Uint8Array) => {
      const answers: messages.BackendMessage[] = [];
      new protocol.Parser().parse(await thread.call(request), (answer) => answers.push(answer));
      return answers;
    },
  };
  return {
    // One connection at a time: transactions queue.
    pool: new pg.Pool({ ...createPgConfig(remote as unknown as PGlite), max: 1 }),
    /** Whether the thread has ended or the lock is lost, after which no query can succeed. */
    hasEnded: thread.hasEnded,
    async close() {
      await thread.call("close").catch(() => undefined);
      await thread.terminate();
    },
  };
}
