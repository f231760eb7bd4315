import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../../../.cache/debian", import.meta.url));

/** A program and the environment that it needs to find its libraries. */
export type Found = { file: string; env: Record<string, string> };

const under = (folder: string, pattern: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => pattern.test(name))
        .map((name) => join(folder, name))
    : [];

/** The usual folders of programs, including PostgreSQL's, which Debian keeps off the path. */
const foldersOf = (root: string): string[] => [
  ...["bin", "usr/bin", "usr/sbin", "usr/local/bin"].map((folder) => join(root, folder)),
  ...under(join(root, "usr/lib/postgresql"), /^\d+$/).map((folder) => join(folder, "bin")),
];

const search = (folders: readonly string[], name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((file) => existsSync(file));

/** Runs one of Debian's own tools. */
const debian = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: CACHE, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The name of the package with PostgreSQL's programs contains the version. */
const versionOf = (name: string): string =>
  /^postgresql(?:-client)?$/.test(name)
    ? (/postgresql(?:-client)?-\d+/.exec(debian("apt-cache", ["depends", name]))?.[0] ?? name)
    : name;

const librariesOf = (root: string): string[] => under(join(root, "usr/lib"), /-linux-gnu/);

/**
 * Finds a program of the machine, or unpacks its Debian packages into the repository's cache. Unpacked instead of
 * installed, because an installation would start the servers of some packages.
 */
export function findProgram(name: string, packages: readonly string[]): Found {
  const installed = search([...(process.env["PATH"] ?? "").split(delimiter), ...foldersOf("/")], name);
  if (installed) return { file: installed, env: {} };
  const root = join(CACHE, "root");
  if (search(foldersOf(root), name) === undefined) {
    mkdirSync(root, { recursive: true });
    process.stderr.write(`Fetching ${packages.join(", ")} from Debian.\n`);
    debian("apt-get", ["download", ...packages.map(versionOf)]);
    for (const file of under(CACHE, /\.deb$/)) debian("dpkg-deb", ["-x", file, root]);
  }
  const file = search(foldersOf(root), name);
  if (file === undefined) throw new Error(`Debian's packages ${packages.join(", ")} hold no ${name}.`);
  return { file, env: { LD_LIBRARY_PATH: librariesOf(root).join(delimiter) } };
}

/**
 * A program of another release of Debian, for one that this release has in an older version. It runs with that release's
 * loader and libraries, so the packages must include all of them.
 */
export function findProgramOf(
  suite: string,
  name: string,
  packages: readonly string[],
): Found & { args: string[] } {
  const folder = join(CACHE, suite);
  const root = join(folder, "root");
  const find = (): string | undefined => search(foldersOf(root), name);
  if (find() === undefined) {
    for (const part of ["lists/partial", "cache/archives/partial", "root"])
      mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, "sources.list"), `deb http://deb.debian.org/debian ${suite} main\n`);
    const own = {
      "Dir::Etc::sourcelist": join(folder, "sources.list"),
      "Dir::Etc::sourceparts": "-",
      "Dir::State::lists": join(folder, "lists"),
      "Dir::State::status": "/dev/null",
      "Dir::Cache": join(folder, "cache"),
    };
    const options = Object.entries(own).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    process.stderr.write(`Fetching ${packages.join(", ")} from Debian ${suite}.\n`);
    const run = { cwd: folder, stdio: "ignore" } as const;
    execFileSync("apt-get", [...options, "update"], run);
    execFileSync("apt-get", [...options, "download", ...packages], run);
    for (const file of under(folder, /\.deb$/)) execFileSync("dpkg-deb", ["-x", file, root], run);
  }
  const file = find();
  const [libraries = ""] = librariesOf(root);
  if (file === undefined) throw new Error(`Debian ${suite} has no ${name} in ${packages.join(", ")}.`);
  const loader = under(libraries, /^ld-linux/)[0] ?? "";
  return { file: loader, args: ["--library-path", libraries, file], env: {} };
}
