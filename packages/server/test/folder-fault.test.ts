import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openEngine } from "../src/database/engine.ts";
import { StartError } from "../src/errors/start-error.ts";
import { TEMPLATE } from "./support/built.ts";
import { newFolder } from "./support/folder.ts";

/** PGlite folders that cannot be opened: each gets a one-sentence error, and none is overwritten. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const home = newFolder(afterAll);
const sound = join(home, "sound");
const engine = await openEngine(sound, TEMPLATE);
await engine.pool.query("create table kept (id integer)");
await engine.pool.end();
await engine.close();

let made = 0;
function copyOf(folder: string): string {
  const copy = join(home, `copy-${++made}`);
  cpSync(folder, copy, { recursive: true });
  return copy;
}
const faultOf = (folder: string, template = TEMPLATE): Promise<unknown> =>
  openEngine(folder, template).then(
    async (engine) => {
      await engine.close();
      return "opened";
    },
    (error: unknown) => error,
  );
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

test("opening a data folder without PG_VERSION fails and keeps the folder's files", async () => {
  const folder = copyOf(sound);
  rmSync(join(folder, "PG_VERSION"));
  const before = filesOf(folder);
  const fault = await faultOf(folder);
  expect(fault).toBeInstanceOf(StartError);
  expect(String(fault)).toMatch(/PG_VERSION is missing.*Restore a backup/);
  expect(filesOf(folder)).toEqual(before);
});

test("opening an empty data folder creates a database in it", async () => {
  const folder = join(home, "empty");
  mkdirSync(folder);
  expect(await faultOf(folder)).toBe("opened");
  expect(existsSync(join(folder, "PG_VERSION"))).toBe(true);
});

test.each<[string, (folder: string) => void]>([
  ["no control file", (folder) => rmSync(join(folder, "global/pg_control"))],
  ["an empty control file", (folder) => writeFileSync(join(folder, "global/pg_control"), "")],
  ["no write-ahead log", (folder) => rmSync(join(folder, "pg_wal"), { recursive: true })],
  ["no tables", (folder) => rmSync(join(folder, "base"), { recursive: true })],
  ["the files of another version", (folder) => writeFileSync(join(folder, "PG_VERSION"), "12\n")],
])(
  "opening a data folder with %s fails with an error that says what to do about the damage",
  async (_, damage) => {
    const folder = copyOf(sound);
    damage(folder);
    const fault = await faultOf(folder);
    expect(fault).toBeInstanceOf(StartError);
    expect((fault as StartError).message).toMatch(/cannot be opened.*damaged.*Restore a backup/);
    expect((fault as StartError).message).not.toMatch(/\[object|Aborted|\n/);
  },
);

test("if the data folder cannot be created, the error says why", async () => {
  const file = join(home, "file");
  writeFileSync(file, "");
  const fault = await faultOf(join(file, "database"));
  expect(fault).toBeInstanceOf(StartError);
  expect((fault as StartError).message).toMatch(/cannot be made in .*file.database/);
});
