import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Found, findProgram } from "../support/debian-programs.ts";

const CACHE = fileURLToPath(new URL("../../../../.cache/debian-trixie", import.meta.url));
const TRIXIE = "http://deb.debian.org/debian";
const PATRONI = [
  ...["patroni", "python3-cdiff", "python3-click", "python3-dateutil", "python3-dnspython", "python3-etcd"],
  ...["python3-prettytable", "python3-psutil", "python3-psycopg2", "python3-six", "python3-urllib3"],
  ...["python3-wcwidth", "python3-yaml", "libpq5", "libyaml-0-2"],
];
/** PgBouncer and its libraries; Debian 12 has a version that cannot prepare statements in transaction mode. */
const PGBOUNCER = [
  ...[
    "pgbouncer",
    "libc6",
    "libcares2",
    "libevent-2.1-7t64",
    "libpam0g",
    "libaudit1",
    "libcap-ng0",
    "libcap2",
  ],
  ...["libssl3t64", "libsystemd0", "libzstd1", "zlib1g"],
];

/** A program that needs other arguments before its own. */
export type Tool = Found & { args: string[] };

const version = (file: string): number => {
  const [, minor = "0"] =
    /PgBouncer 1\.(\d+)/.exec(execFileSync(file, ["--version"], { encoding: "utf8" })) ?? [];
  return Number(minor);
};

/** PgBouncer 1.21 or newer: the machine's, or Debian 13's with its own C library. */
function findPgBouncer(): Tool {
  const installed = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((file) => existsSync(file));
  if (installed && version(installed) >= 21) return { file: installed, args: [], env: {} };
  const root = join(CACHE, "root");
  const program = join(root, "usr/sbin/pgbouncer");
  if (!existsSync(program)) {
    mkdirSync(CACHE, { recursive: true });
    const options = { cwd: CACHE, stdio: ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"] };
    execFileSync(
      "sh",
      ["-c", `curl -fsS ${TRIXIE}/dists/trixie/main/binary-amd64/Packages.xz | xz -dc > packages`],
      options,
    );
    const index = readFileSync(join(CACHE, "packages"), "utf8");
    for (const name of PGBOUNCER) {
      const [, path = ""] =
        new RegExp(`^Package: ${name}\\n(?:.+\\n)*?Filename: (.+)$`, "m").exec(index) ?? [];
      execFileSync("sh", ["-c", `curl -fsSO ${TRIXIE}/${path}`], options);
    }
    for (const file of readdirSync(CACHE).filter((name) => name.endsWith(".deb")))
      execFileSync("dpkg-deb", ["-x", file, root], options);
  }
  const libraries = join(root, "usr/lib/x86_64-linux-gnu");
  return {
    file: join(libraries, "ld-linux-x86-64.so.2"),
    args: ["--library-path", libraries, program],
    env: {},
  };
}

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
    pgbouncer: findPgBouncer(),
  };
}
