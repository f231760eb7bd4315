import crypto from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";

const { version } = JSON.parse(
  readFileSync(new URL("../../../node_modules/@electric-sql/pglite/package.json", import.meta.url), "utf8"),
);

/**
 * Makes an empty PGlite cluster once per PGlite version. Making one takes some three seconds of processor time, copying
 * one a fifth of that, and each first start and each server test needs a new one.
 * @param {string} folder
 */
export async function makeDatabaseTemplate(folder) {
  const stamp = `${folder}.version`;
  if (existsSync(folder) && existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  const unfinished = `${folder}.unfinished`;
  for (const path of [folder, unfinished]) rmSync(path, { recursive: true, force: true });
  // Making one cluster is too short to gain from optimized WebAssembly, which would take two more seconds to compile.
  setFlagsFromString("--liftoff-only");
  await makeCluster(unfinished);
  renameSync(unfinished, folder);
  writeFileSync(stamp, version);
}

/**
 * PostgreSQL writes the time and random bytes into a new cluster: its identifier, and a nonce that only password
 * authentication uses, which PGlite does not have. Fixing them makes two builds identical.
 * @param {string} folder
 */
async function makeCluster(folder) {
  const { now } = Date;
  const { randomFillSync } = crypto;
  Date.now = () => Date.UTC(2026, 0, 1);
  crypto.randomFillSync = (bytes) => {
    const buffer = ArrayBuffer.isView(bytes) ? bytes.buffer : bytes;
    new Uint8Array(buffer, bytes.byteOffset ?? 0, bytes.byteLength).fill(1);
    return bytes;
  };
  try {
    await (await PGlite.create(folder)).close();
  } finally {
    Date.now = now;
    crypto.randomFillSync = randomFillSync;
  }
}
