import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { buildCode, writeDeclarations } from "./build.ts";
import { renderErrorPage } from "./error-page.ts";
import {
  dependencyRangeOf,
  HOMEPAGE,
  outputNameOf,
  packageEntriesOf,
  REPOSITORY,
  type ReleasedPackage,
  released,
  requireAddresses,
  root,
  VERSION,
} from "./released.ts";

const createManifest = (one: ReleasedPackage): object => ({
  name: one.name,
  version: VERSION,
  description: one.description,
  keywords: one.keywords,
  license: "MIT",
  homepage: HOMEPAGE,
  bugs: `${REPOSITORY}/issues`,
  repository: { type: "git", url: `git+${REPOSITORY}.git`, directory: `packages/${one.folder}` },
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.19" },
  exports: {
    ...Object.fromEntries(
      Object.keys(packageEntriesOf(one)).map((name) => [
        name,
        { types: `./dist/${outputNameOf(name)}.d.ts`, default: `./dist/${outputNameOf(name)}.js` },
      ]),
    ),
    "./package.json": "./package.json",
  },
  ...(one.command && { bin: { [one.folder]: "dist/cli.js" } }),
  files: [...["dist", "docs", "CHANGELOG.md"], ...(one.files ?? []).map((file) => basename(file))],
  dependencies: Object.fromEntries(one.dependencies.map((name) => [name, dependencyRangeOf(name)])),
  ...(one.optionalPeers && {
    peerDependencies: one.optionalPeers,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(one.optionalPeers).map((name) => [name, { optional: true }]),
    ),
  }),
});

/** Where a file of the repository is in the package; undefined for one that only the repository has. */
function placeInPackage(one: ReleasedPackage, file: string): string | undefined {
  const own = join("packages", one.folder, "/");
  if (file === join(one.readme)) return "README.md";
  const isPacked =
    file.startsWith(join(own, "docs")) || (one.files ?? []).some((each) => join(each) === file);
  return isPacked ? file.slice(own.length) : undefined;
}

/** A page without the parts and the links about files that only the repository has. */
function renderPackedPage(one: ReleasedPackage, file: string): string {
  const place = dirname(placeInPackage(one, file) ?? "");
  return readFileSync(join(root, file), "utf8")
    .replace(/(\n*)<!-- repository only -->[\s\S]*?<!-- end -->(\n*)/g, (_, before, after) =>
      before && after ? "\n\n" : before + after,
    )
    .replace(/\[([^\]]+)\]\((?!\w+:|#)([^)#]+)(#[^)]*)?\)/g, (_, text, target, anchor = "") => {
      const packed = placeInPackage(one, join(dirname(file), target));
      return packed === undefined
        ? text
        : `[${text}](${relative(place, packed).replaceAll("\\", "/")}${anchor})`;
    });
}

function writeDocs(one: ReleasedPackage, folder: string): void {
  const target = join(folder, "docs");
  mkdirSync(target);
  const source = join("packages", one.folder, "docs");
  for (const page of existsSync(join(root, source)) ? readdirSync(join(root, source)) : [])
    writeFileSync(join(target, page), renderPackedPage(one, join(source, page)));
  if (one.folder === "identity") writeFileSync(join(target, "errors.md"), renderErrorPage());
  writeFileSync(join(folder, "README.md"), renderPackedPage(one, join(one.readme)));
}

async function writePackage(one: ReleasedPackage, target: string): Promise<void> {
  const folder = join(target, one.folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildCode(one, folder);
  writeDeclarations(one, folder);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(createManifest(one), undefined, 2)}\n`);
  writeDocs(one, folder);
  copyFileSync(join(root, "packages", one.folder, "CHANGELOG.md"), join(folder, "CHANGELOG.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  for (const file of one.files ?? []) copyFileSync(join(root, file), join(folder, basename(file)));
}

/** Packs with npm itself, so that a tarball equals a registry's. */
function packTarballs(target: string): string[] {
  const folders = released.map(({ folder }) => `./${folder}`);
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--silent", ...folders], {
    cwd: target,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack failed in ${target}.\n${stdout}${stderr}`);
  return stdout
    .trim()
    .split("\n")
    .map((name) => join(target, name));
}

/** Makes the installable packages, each a folder and a tarball. Returns the tarballs. */
export async function packAll(target: string): Promise<string[]> {
  for (const one of released) await writePackage(one, target);
  return packTarballs(target);
}

/** `npm run pack`, below `dist/packages`. With `--release`, it refuses placeholders. */
export async function main(args: string[]): Promise<void> {
  if (args.includes("--release")) requireAddresses();
  const target = join(root, "dist/packages");
  for (const file of await packAll(target))
    process.stdout.write(`${file} (${(statSync(file).size / 1000).toFixed(1)} kB)\n`);
}
