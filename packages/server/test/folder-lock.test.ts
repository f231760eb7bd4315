import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openEngine } from "../src/database/engine.ts";
import { lockFolder } from "../src/database/folder-lock.ts";
import { TEMPLATE } from "./support/built.ts";
import { type Program, run } from "./support/program.ts";

const home = mkdtempSync(join(tmpdir(), "tallybin-lock-"));
const programs: Program[] = [];
afterAll(() => {
  for (const { child } of programs) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
});

let made = 0;
const newFolder = (): string => join(home, `folder-${++made}`);
const IN_USE = "The data folder is in use by";

/** A program that locks a folder and stays, or prints why it cannot. @param prefix a command that runs it */
async function lockElsewhere(folder: string, ...prefix: string[]): Promise<Program> {
  const url = new URL("../src/database/folder-lock.ts", import.meta.url).href;
  const code = `import(${JSON.stringify(url)})
    .then(({ lockFolder }) => {
      lockFolder(${JSON.stringify(folder)}, "DATA_DIR");
      console.log("locked");
      setInterval(() => {}, 1000);
    })
    .catch(({ name, message }) => console.log(name, message));`;
  const [command = "", ...args] = [...prefix, process.execPath, "--import", "tsx", "-e", code];
  const program = run(args, {}, { command });
  programs.push(program);
  await Promise.race([program.says(/locked/), program.ended]);
  return program;
}

/** What a container with the host's network has: processes of its own, and the same host name as another one. */
const IN_CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canUnshare = process.platform === "linux" && process.getuid?.() === 0;

test("a locked data folder cannot be locked again until its lock is released", () => {
  const folder = newFolder();
  const { release } = lockFolder(folder, "DATA_DIR");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} process ${process.pid} on ${hostname()}`);
  release();
  lockFolder(folder, "DATA_DIR").release();
});

test("the lock of a killed process is taken over at once", async () => {
  const folder = newFolder();
  const { child, ended } = await lockElsewhere(folder);
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} process ${child.pid}`);
  child.kill("SIGKILL");
  await ended;
  lockFolder(folder, "DATA_DIR").release();
});

test("the lock of a paused process holds, however long its file has not changed", async () => {
  const folder = newFolder();
  const { child } = await lockElsewhere(folder);
  child.kill("SIGSTOP");
  utimesSync(`${folder}.lock`, 1, 1);
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(IN_USE);
});

test.runIf(canUnshare)("a container cannot lock the folder of another with its host name", async () => {
  const folder = newFolder();
  const first = await lockElsewhere(folder, ...IN_CONTAINER);
  expect(first.output()).toBe("locked\n");
  const second = await lockElsewhere(folder, ...IN_CONTAINER);
  expect(second.output()).toContain(IN_USE);
});

test("a file that another program left does not block the folder", () => {
  const folder = newFolder();
  writeFileSync(`${folder}.lock`, '{"pid":1}');
  lockFolder(folder, "DATA_DIR").release();
});

test("a process whose lock file is gone or is another one has lost its lock", () => {
  const folder = newFolder();
  const { isOwn, release } = lockFolder(folder, "DATA_DIR");
  expect(isOwn()).toBe(true);
  renameSync(`${folder}.lock`, `${folder}.away`);
  expect(isOwn()).toBe(false);
  const other = lockFolder(folder, "DATA_DIR");
  expect([isOwn(), other.isOwn()]).toEqual([false, true]);
  release();
  other.release();
});

test("a process without its lock writes nothing and needs a restart", async () => {
  let isLocked = true;
  const engine = await openEngine(newFolder(), TEMPLATE, () => isLocked);
  await engine.pool.query("create table kept (id integer)");
  expect(engine.hasEnded()).toBe(false);
  isLocked = false;
  await expect(engine.pool.query("insert into kept values (1)")).rejects.toThrow("terminated");
  expect(engine.hasEnded()).toBe(true);
  isLocked = true;
  expect((await engine.pool.query("select * from kept")).rows).toEqual([]);
  await engine.pool.end();
  await engine.close();
});

test("if the lock file cannot be created, the error is one sentence", () => {
  const folder = join(home, "missing/folder");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(
    /^The lock file .*\.lock cannot be written \(ENOENT\): set DATA_DIR/,
  );
});

test("a disk without room for the name of the process does not prevent the lock", async () => {
  const folder = newFolder();
  const limited = await lockElsewhere(folder, "bash", "-c", `ulimit -f 0 && exec "$0" "$@"`);
  expect(limited.output()).toBe("locked\n");
  expect(readFileSync(`${folder}.lock`, "utf8")).toBe("");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} another process`);
  expect(existsSync(`${folder}.lock`)).toBe(true);
});
