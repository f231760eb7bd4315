import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../errors/start-error.ts";

const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

const RESTORE =
  "Restore a backup: stop the server, move the folder away, and put the copy that was made of it in its place.";

/**
 * Refuses a folder with files but no database: PGlite would start an empty one over them, and recoverable data would
 * be lost. An empty folder is removed and created again.
 */
export function checkFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, "PG_VERSION"))) return;
  if (readdirSync(folder).length === 0) rmdirSync(folder);
  else {
    throw new StartError(
      `The folder ${folder} holds files, but no database: PG_VERSION is missing. ${RESTORE} To start with an empty database, move the folder away.`,
    );
  }
}

/** The error for a folder that the engine cannot create or open. PGlite's own errors are only WebAssembly aborts. */
export function explainFolderFault(
  folder: string,
  fault: { stage: "make" | "open"; code?: string },
): StartError {
  if (fault.code !== undefined && NO_ROOM.has(fault.code)) {
    return new StartError(
      `There is no room for the database in ${folder} (${fault.code}): make room, 100 MB at least, and start again.`,
    );
  }
  const reason = fault.code === undefined ? "" : ` (${fault.code})`;
  if (fault.stage === "make") {
    return new StartError(
      `The database cannot be made in ${folder}${reason}: check that the disk has room and the folder can be written, or set DATA_DIR to another.`,
    );
  }
  return new StartError(
    `The database in ${folder} cannot be opened${reason}: it is damaged, the disk is full, or another release made it. Nothing was changed. ${RESTORE}`,
  );
}
