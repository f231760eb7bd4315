import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";

const { version } = JSON.parse(
  readFileSync(new URL("../../../node_modules/@electric-sql/pglite/package.json", import.meta.url), "utf8"),
);

/**
 * Makes an empty PGlite cluster once per PGlite version. Making one costs six seconds of a processor, copying one a
 * tenth of that, and each first start and each test of a server wants a new one.
 * @param {string} folder
 */
export async function makeDatabaseTemplate(folder) {
  const stamp = `${folder}.version`;
  if (existsSync(folder) && existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  const unfinished = `${folder}.unfinished`;
  for (const path of [folder, unfinished]) rmSync(path, { recursive: true, force: true });
  const database = await PGlite.create(unfinished);
  await database.close();
  renameSync(unfinished, folder);
  writeFileSync(stamp, version);
}
