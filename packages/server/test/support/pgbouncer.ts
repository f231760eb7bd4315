import { type Found, findProgramOf } from "./debian-programs.ts";

/** The release of Debian whose PgBouncer knows prepared statements in transaction mode. */
const SUITE = "trixie";
const PACKAGES = [
  ...["pgbouncer", "libc6", "libevent-2.1-7t64", "libcares2", "libssl3t64", "libpam0g", "libsystemd0"],
  ...["libldap2", "zlib1g", "libcap2", "libsasl2-2", "libzstd1", "libaudit1", "libcap-ng0", "liblzma5"],
];

export const findPgBouncer = (): Found & { args: string[] } => findProgramOf(SUITE, "pgbouncer", PACKAGES);
