import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { leasePorts } from "./lease-ports.mjs";
import { findBinaries } from "./postgres-binaries.ts";

/**
 * The user that runs PostgreSQL if the tests run as root, because PostgreSQL refuses to run as root. Every system has
 * the user `nobody`.
 */
const nobody = (): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" })),
        gid: Number(execFileSync("id", ["-g", "nobody"], { encoding: "utf8" })),
      }
    : undefined;

/** Whether all users may traverse a path: a clone in root's home is closed to others. */
function isReachable(path: string): boolean {
  const parent = dirname(path);
  return (statSync(path).mode & 0o005) === 0o005 && (parent === path || isReachable(parent));
}

/**
 * Starts a real PostgreSQL: empty, on a free port of 127.0.0.1, deleted by `remove`.
 * @param parent the folder that its own is made in
 */
export async function startPostgres(parent = tmpdir()) {
  const user = nobody();
  const home = mkdtempSync(join(parent, "tallybin-postgres-"));
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, "data");
  let native = findBinaries();
  let copied: string | undefined;
  if (user && !isReachable(join(native, "bin"))) {
    copied = mkdtempSync(join(tmpdir(), "tallybin-postgres-binaries-"));
    cpSync(native, copied, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX", copied]);
    native = copied;
  }
  const options = { ...user, cwd: home, env: { LC_ALL: "C", PATH: process.env["PATH"] } };
  execFileSync(
    join(native, "bin/initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const port = await leasePorts();
  const urlOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let running: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    running = spawn(
      join(native, "bin/postgres"),
      [
        "-D",
        data,
        "-p",
        String(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "fsync=off",
      ],
      { ...options, stdio: "ignore" },
    );
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client({ connectionString: urlOf("postgres") });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        await client.end().catch(() => undefined);
        if (attempt > 200 || running.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const stop = async (): Promise<void> => {
    const child = running;
    running = undefined;
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    // SIGQUIT is "immediate shutdown": open connections break without a wait.
    child.kill("SIGQUIT");
    await exited;
  };
  const onExit = (): void => {
    running?.kill("SIGQUIT");
  };
  process.once("exit", onExit);
  await start();
  let made = 0;
  return {
    start,
    /** Simulates an outage: connections break; `start` ends it. */
    stop,
    /** Creates an empty database and returns its address. */
    async createDatabase() {
      const name = `test_${++made}`;
      const client = new pg.Client({ connectionString: urlOf("postgres") });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    /** Stops and removes everything. */
    async remove() {
      await stop();
      process.removeListener("exit", onExit);
      for (const folder of [home, copied]) {
        if (folder && existsSync(folder)) rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
