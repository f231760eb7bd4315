/**
 * `npx tsx packages/server/test/theft/run.ts`: how long each theft gives access. `--write` renews the table of
 * `docs/security/sessions.md`.
 */
import { writeFileSync } from "node:fs";
import { World } from "../support/world.ts";
import { readDocument, withTable } from "./document.ts";
import { playThefts, tableOf } from "./thefts.ts";

const world = new World("pglite");
await world.open();
try {
  const { durations, pairs } = await playThefts(world);
  const table = tableOf(durations);
  const { path, text } = readDocument();
  if (process.argv.includes("--write")) writeFileSync(path, withTable(text, table));
  console.log(
    `${table}\n${pairs} pairs were tried; the table has those that give more than both of their parts.`,
  );
} finally {
  await world.close();
}
