import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockFolder } from "../src/database/folder-lock.ts";
import { run } from "./support/program.ts";

const home = mkdtempSync(join(tmpdir(), "tallybin-lock-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let made = 0;
const newFolder = (): string => join(home, `folder-${++made}`);
const IN_USE = "The data folder is in use by";

/** Leaves a lock as another process would. */
function leaveLock(folder: string, holder: object | string, silentForMs = 0): void {
  const file = `${folder}.lock`;
  writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify(holder));
  const at = (Date.now() - silentForMs) / 1000;
  utimesSync(file, at, at);
}

const startOf = (pid: number): string =>
  existsSync(`/proc/${pid}/stat`)
    ? (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "")
    : "";

test("a locked data folder cannot be locked again until its lock is released", () => {
  const folder = newFolder();
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(`${IN_USE} process ${process.pid} on ${hostname()}`);
  unlock();
  expect(existsSync(`${folder}.lock`)).toBe(false);
  lockFolder(folder)();
});

test.each(["5", '"text"', "null", "[]", '{"pid":"1"}', '{"pid":1.5,"host":"a","startedAt":""}'])(
  "a lock file that contains %s names no owner, and is taken over after a wait",
  (text) => {
    const folder = newFolder();
    leaveLock(folder, text);
    expect(() => lockFolder(folder)).toThrow(`${IN_USE} another process`);
    leaveLock(folder, text, 6_000);
    lockFolder(folder)();
  },
);

test("if the disk has no room for the lock file, the error is one sentence and no lock file is left", async () => {
  const folder = newFolder();
  const code = `import(${JSON.stringify(new URL("../src/database/folder-lock.ts", import.meta.url).href)})
    .then(({ lockFolder }) => lockFolder(${JSON.stringify(folder)}))
    .catch(({ name, message }) => console.log(name, message));`;
  const limited = `ulimit -f 0 && exec "$0" "$@"`;
  const program = run(
    ["-c", limited, process.execPath, "--import", "tsx", "-e", code],
    {},
    { command: "bash" },
  );
  await program.ended;
  expect(program.output()).toMatch(
    /^StartError The lock file .*\.lock cannot be written \(EFBIG\): make room/,
  );
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test("the lock of a killed process is taken over at once", async () => {
  const folder = newFolder();
  const program = run(["-e", "0"], {});
  await program.ended;
  leaveLock(folder, { pid: program.child.pid, host: hostname(), startedAt: "12345" });
  lockFolder(folder)();
});

test.runIf(process.platform === "linux")(
  "a lock is taken over if its process ID now belongs to a later process",
  () => {
    const folder = newFolder();
    leaveLock(folder, { pid: process.pid, host: hostname(), startedAt: "1" });
    lockFolder(folder)();
  },
);

test("the lock of a living process holds at any age", () => {
  const folder = newFolder();
  leaveLock(folder, { pid: process.ppid, host: hostname(), startedAt: startOf(process.ppid) }, 3_600_000);
  expect(() => lockFolder(folder)).toThrow(IN_USE);
});

test("the lock of a process on another machine holds while that process renews the lock file", () => {
  const folder = newFolder();
  leaveLock(folder, { pid: 1, host: "another-container", startedAt: "1" }, 3_000);
  expect(() => lockFolder(folder)).toThrow(`${IN_USE} process 1 on another-container`);
  leaveLock(folder, { pid: 1, host: "another-container", startedAt: "1" }, 60_000);
  lockFolder(folder)();
});

test("an empty lock file blocks other processes only briefly", () => {
  const folder = newFolder();
  leaveLock(folder, "");
  expect(() => lockFolder(folder)).toThrow(`${IN_USE} another process`);
  leaveLock(folder, "", 60_000);
  lockFolder(folder)();
});

test("a process killed while it removed a stale lock blocks other processes only briefly", () => {
  const folder = newFolder();
  leaveLock(folder, { pid: 1, host: "another-container", startedAt: "1" }, 60_000);
  mkdirSync(`${folder}.lock.clearing`);
  const at = Date.now() / 1000 - 60;
  utimesSync(`${folder}.lock.clearing`, at, at);
  lockFolder(folder)();
});
