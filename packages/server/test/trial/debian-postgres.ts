import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { findProgram } from "../support/debian-programs.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { until } from "./parts/guide.ts";
import type { Stage } from "./stage.ts";

const SUPERUSER = "postgres";

/** The user of the system that Debian's PostgreSQL and PgBouncer run as. */
export const superuser = (): { uid: number; gid: number } => {
  const idOf = (option: string) => Number(execFileSync("id", [option, SUPERUSER], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
};

/** Debian's own PostgreSQL, as the guide's machine has it: its superuser signs in by its name on the system. */
export async function startDebianPostgres(stage: Stage) {
  const { file } = findProgram("initdb", ["postgresql"]);
  const folder = mkdtempSync(join(stage.work, "debian-postgres-"));
  const user = superuser();
  execFileSync("chown", [SUPERUSER, folder]);
  chmodSync(stage.work, 0o755);
  const options = { ...user, cwd: folder, env: { LC_ALL: "C.UTF-8", PATH: process.env["PATH"] } };
  const data = join(folder, "data");
  const auth = ["--auth-local=peer", "--auth-host=scram-sha-256"];
  execFileSync(file, ["-D", data, "-U", SUPERUSER, "--no-sync", ...auth], { ...options, stdio: "ignore" });
  const port = await leasePorts();
  const child = spawn(
    join(dirname(file), "postgres"),
    ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"],
    { ...options, stdio: "ignore" },
  );
  stage.atEnd(() => child.kill("SIGQUIT"));
  await until(async () => existsSync(join(folder, `.s.PGSQL.${port}`)), 20_000);
  return {
    url: `postgres://tallybin:password@127.0.0.1:${port}/tallybin`,
    /** Where Debian's programs find the server; on the guide's machine it is their default. */
    env: { PGHOST: folder, PGPORT: String(port) },
  };
}
