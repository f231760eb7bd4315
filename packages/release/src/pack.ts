import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildCode, writeDeclarations } from "./build-code.ts";
import { describeIdentity, describeLocalServices, describeUserDocument } from "./describe.ts";
import { entriesOf, outputOf, type Released, rangeOf, released, root, VERSION } from "./released.ts";

const target = join(root, "dist/packages");

const descriptions: Record<string, () => object> = {
  identity: describeIdentity,
  "user-document": describeUserDocument,
  "local-services": describeLocalServices,
};

/** npm's own manifest. Nothing in it points into the repository. */
const manifestOf = (one: Released): object => ({
  name: one.name,
  version: VERSION,
  description: one.description,
  keywords: one.keywords,
  license: "MIT",
  type: "module",
  sideEffects: false,
  engines: { node: ">=20.19" },
  exports: {
    ...Object.fromEntries(
      Object.keys(entriesOf(one)).map((name) => [
        name,
        { types: `./dist/${outputOf(name)}.d.ts`, default: `./dist/${outputOf(name)}.js` },
      ]),
    ),
    "./description.json": "./description.json",
    "./package.json": "./package.json",
  },
  ...(one.bin && { bin: Object.fromEntries(Object.keys(one.bin).map((name) => [name, "dist/cli.js"])) }),
  files: ["dist", "description.json", "CHANGELOG.md", ...(one.files ?? []).map((file) => basename(file))],
  dependencies: Object.fromEntries(one.dependencies.map((name) => [name, rangeOf(name)])),
  ...(one.optionalPeers && {
    peerDependencies: one.optionalPeers,
    peerDependenciesMeta: Object.fromEntries(
      Object.keys(one.optionalPeers).map((name) => [name, { optional: true }]),
    ),
  }),
});

/** A README without the parts about files that only the repository has. */
export const packagedReadme = (file: string): string =>
  readFileSync(join(root, file), "utf8").replace(
    /\n*<!-- repository only -->[\s\S]*?<!-- end -->\n*/g,
    "\n\n",
  );

/** Writes one package into its folder. */
async function write(one: Released): Promise<string> {
  const folder = join(target, one.folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildCode(one, folder);
  writeDeclarations(one, folder);
  const json = (name: string, value: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);
  json("package.json", manifestOf(one));
  json("description.json", { name: one.name, version: VERSION, ...descriptions[one.folder]?.() });
  writeFileSync(join(folder, "README.md"), packagedReadme(one.readme));
  copyFileSync(join(root, "packages", one.folder, "CHANGELOG.md"), join(folder, "CHANGELOG.md"));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  for (const file of one.files ?? []) copyFileSync(join(root, file), join(folder, basename(file)));
  return folder;
}

/** Packs with npm itself, so that a tarball equals a registry's. */
function tarball(folder: string): string {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--silent", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack failed in ${folder}.\n${stdout}${stderr}`);
  return join(target, stdout.trim().split("\n").at(-1) ?? "");
}

/** Makes the installable packages below `dist/packages`. Returns the tarballs. */
export async function pack(): Promise<string[]> {
  const tarballs: string[] = [];
  for (const one of released) {
    const file = tarball(await write(one));
    tarballs.push(file);
    process.stdout.write(`${one.name} ${VERSION}: ${file} (${(statSync(file).size / 1000).toFixed(1)} kB)\n`);
  }
  return tarballs;
}
