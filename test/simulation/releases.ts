import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Library } from "./library.ts";

/** A commit whose client stands beside the present one, as the deploy before does. */
const BEFORE = "a7acf1be";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}.cache/releases/${BEFORE}`;
const PACKAGES = ["contract", "identity"];

/** Unpacks the release before from the history of this repository. Its packages import each other. */
function unpack(): void {
  if (existsSync(FOLDER)) return;
  const unfinished = `${FOLDER}-${process.pid}`;
  mkdirSync(`${unfinished}/node_modules/@tallybin`, { recursive: true });
  const paths = PACKAGES.flatMap((name) => [`packages/${name}/src`, `packages/${name}/package.json`]);
  const input = execFileSync("git", ["archive", BEFORE, ...paths], { cwd: ROOT, maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", unfinished], { input });
  for (const name of PACKAGES)
    symlinkSync(`../../packages/${name}`, `${unfinished}/node_modules/@tallybin/${name}`);
  renameSync(unfinished, FOLDER);
}

/** The client of the release before. */
export async function earlierLibrary(): Promise<Library> {
  unpack();
  const file = (module: string) => pathToFileURL(`${FOLDER}/packages/identity/src/${module}`).href;
  const modules = ["index.ts", "client/client-parts.ts", "custody/index.ts"];
  const loaded = await Promise.all(modules.map((module): Promise<object> => import(file(module))));
  return Object.assign({}, ...loaded) as Library;
}

/** Two releases in one browser: every second page has the earlier one. Each function goes to its client's release. */
export function beside(present: Library, earlier: Library): Library {
  const old = new WeakSet<object>();
  let pages = 0;
  /** The release whose function runs. A custody is made while its client is, or takes it. */
  let running = present;
  const within = <T>(library: Library, work: () => T): T => {
    const before = running;
    running = library;
    try {
      return work();
    } finally {
      running = before;
    }
  };
  const createIdentityClient: Library["createIdentityClient"] = (options) => {
    pages += 1;
    if (pages % 2 === 1) return within(present, () => present.createIdentityClient(options));
    const client = within(earlier, () => earlier.createIdentityClient(options));
    old.add(client);
    return client;
  };
  const route = (name: string, own: unknown): unknown => {
    const other: unknown = Reflect.get(earlier, name);
    if (typeof own !== "function" || typeof other !== "function") return own;
    return (...args: [object, ...unknown[]]): unknown => {
      const isOld = old.has(Object(args[0]));
      return within(isOld ? earlier : present, () => Reflect.apply(isOld ? other : own, undefined, args));
    };
  };
  const routed = Object.entries(present).map(([name, own]) => [name, route(name, own)]);
  return {
    ...(Object.fromEntries(routed) as Library),
    createIdentityClient,
    serverCustody: (options) => (parts) => running.serverCustody(options)(parts),
    releasingCustody: (options) => (parts) => running.releasingCustody(options)(parts),
  };
}
