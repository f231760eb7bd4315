import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "../../packages/server/test/support/debian-programs.ts";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { until } from "../support/until.mjs";

const SUPERUSER = "postgres";

/** Debian's own PostgreSQL, as the guide's machine has it: its superuser signs in by its name on the system. */
export async function startDebianPostgres(work: string, atEnd: (ending: () => unknown) => void) {
  const { file } = findProgram("initdb", ["postgresql"]);
  const folder = mkdtempSync(join(work, "postgres-"));
  const idOf = (option: string) => Number(execFileSync("id", [option, SUPERUSER], { encoding: "utf8" }));
  execFileSync("chown", [SUPERUSER, folder]);
  chmodSync(work, 0o755);
  const env = { LC_ALL: "C.UTF-8", PATH: process.env["PATH"] };
  const options = { uid: idOf("-u"), gid: idOf("-g"), cwd: folder, env, stdio: "ignore" } as const;
  const data = join(folder, "data");
  const auth = ["--auth-local=peer", "--auth-host=scram-sha-256"];
  execFileSync(file, ["-D", data, "-U", SUPERUSER, "--no-sync", ...auth], options);
  const port = await leasePorts();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"];
  const child = spawn(
    join(dirname(file), "postgres"),
    ["-D", data, "-p", String(port), "-k", folder, ...settings],
    options,
  );
  atEnd(() => child.kill("SIGQUIT"));
  await until(() => existsSync(join(folder, `.s.PGSQL.${port}`)), "the start of PostgreSQL");
  return {
    url: `postgres://tallybin:password@127.0.0.1:${port}/tallybin`,
    env: { PGHOST: folder, PGPORT: String(port) },
  };
}
