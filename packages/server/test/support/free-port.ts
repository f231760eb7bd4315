import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("free-ports.mjs", import.meta.url));

/** A port that is free, and so is the next one: a site and its second origin. At once, for where nothing can be awaited. */
export const freePort = (): number => Number(execFileSync(process.execPath, [program], { encoding: "utf8" }));
