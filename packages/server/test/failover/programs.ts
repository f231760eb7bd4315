import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Found, findProgram, findProgramOf } from "../support/debian-programs.ts";

const PATRONI = [
  ...["patroni", "python3-cdiff", "python3-click", "python3-dateutil", "python3-dnspython", "python3-etcd"],
  ...["python3-prettytable", "python3-psutil", "python3-psycopg2", "python3-six", "python3-urllib3"],
  ...["python3-wcwidth", "python3-yaml", "libpq5", "libyaml-0-2"],
];
/** The release of Debian whose PgBouncer knows prepared statements in transaction mode. */
const PGBOUNCER_SUITE = "trixie";
const PGBOUNCER = [
  ...["pgbouncer", "libc6", "libevent-2.1-7t64", "libcares2", "libssl3t64", "libpam0g", "libsystemd0"],
  ...["libldap2", "zlib1g", "libcap2", "libsasl2-2", "libzstd1", "libaudit1", "libcap-ng0", "liblzma5"],
];

/** A program that needs other arguments before its own. */
export type Tool = Found & { args: string[] };

/** Python's packages are beside the unpacked program. */
function findPatroni(name: "patroni" | "patronictl"): Tool {
  const { file, env } = findProgram(name, PATRONI);
  const modules = join(dirname(file), "../lib/python3/dist-packages");
  return { file: "/usr/bin/python3", args: [file], env: { ...env, PYTHONPATH: modules } };
}

/** The programs of the cluster, installed or unpacked from Debian's packages. */
export function findPrograms() {
  const plain = (name: string, packages: readonly string[]): Tool => ({
    ...findProgram(name, packages),
    args: [],
  });
  const postgres = plain("pg_rewind", ["postgresql", "postgresql-client", "libpq5"]);
  return {
    postgresFolder: dirname(realpathSync(postgres.file)),
    etcd: plain("etcd", ["etcd-server"]),
    haproxy: plain("haproxy", ["haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"]),
    patroni: findPatroni("patroni"),
    patronictl: findPatroni("patronictl"),
    pgbouncer: findProgramOf(PGBOUNCER_SUITE, "pgbouncer", PGBOUNCER),
  };
}
