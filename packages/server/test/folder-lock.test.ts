import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "../src/database/engine.ts";
import { lockFolder } from "../src/database/folder-lock.ts";
import { TEMPLATE } from "./support/built.ts";
import { newFolder } from "./support/folder.ts";
import { type Program, run } from "./support/program.ts";

/** A path for a folder, which its lock does not need. */
const newPath = (): string => join(newFolder(), "folder");
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
  onTestFinished(() => void program.child.kill("SIGKILL"));
  await Promise.race([program.says(/locked/), program.ended]);
  return program;
}

/** What a container with the host's network has: processes of its own, and the same host name as another one. */
const IN_CONTAINER = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canUnshare = process.platform === "linux" && process.getuid?.() === 0;

test("a locked data folder cannot be locked again until its lock is released", () => {
  const folder = newPath();
  const { release } = lockFolder(folder, "DATA_DIR");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} process ${process.pid} on ${hostname()}`);
  release();
  lockFolder(folder, "DATA_DIR").release();
});

test("the lock of a killed process is taken over at once", async () => {
  const folder = newPath();
  const { child, ended } = await lockElsewhere(folder);
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} process ${child.pid}`);
  child.kill("SIGKILL");
  await ended;
  lockFolder(folder, "DATA_DIR").release();
});

test("the lock of a paused process holds, however long its file has not changed", async () => {
  const folder = newPath();
  const { child } = await lockElsewhere(folder);
  child.kill("SIGSTOP");
  utimesSync(`${folder}.lock`, 1, 1);
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(IN_USE);
});

test.runIf(canUnshare)("a container cannot lock the folder of another with its host name", async () => {
  const folder = newPath();
  const first = await lockElsewhere(folder, ...IN_CONTAINER);
  expect(first.output()).toBe("locked\n");
  const second = await lockElsewhere(folder, ...IN_CONTAINER);
  expect(second.output()).toContain(IN_USE);
});

test("a file that another program left does not block the folder", () => {
  const folder = newPath();
  writeFileSync(`${folder}.lock`, '{"pid":1}');
  lockFolder(folder, "DATA_DIR").release();
});

test("a process whose lock file is gone or is another one has lost its lock", () => {
  const folder = newPath();
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
  const engine = await openEngine(newPath(), TEMPLATE, () => isLocked);
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
  const folder = join(newFolder(), "missing/folder");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(
    /^The lock file .*\.lock cannot be written \(ENOENT\): set DATA_DIR/,
  );
});

test("a disk without room for the name of the process does not prevent the lock", async () => {
  const folder = newPath();
  const limited = await lockElsewhere(folder, "bash", "-c", `ulimit -f 0 && exec "$0" "$@"`);
  expect(limited.output()).toBe("locked\n");
  expect(readFileSync(`${folder}.lock`, "utf8")).toBe("");
  expect(() => lockFolder(folder, "DATA_DIR")).toThrow(`${IN_USE} another process`);
  expect(existsSync(`${folder}.lock`)).toBe(true);
});
