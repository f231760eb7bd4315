import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Library } from "./library.ts";

/** The last commit before the simulation: its client and the present one share a browser. */
const BEFORE = "898a0e7d";
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = `${ROOT}.cache/release-${BEFORE}`;

/** The client of the release before, from the history of this repository. */
export async function earlierLibrary(): Promise<Library> {
  if (!existsSync(FOLDER)) {
    const unfinished = `${FOLDER}-${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    const input = execFileSync("git", ["archive", BEFORE, "packages/identity/src"], { cwd: ROOT });
    execFileSync("tar", ["-x", "-C", unfinished], { input });
    renameSync(unfinished, FOLDER);
  }
  const load = async (module: string): Promise<object> =>
    import(pathToFileURL(`${FOLDER}/packages/identity/src/${module}`).href);
  const [index, parts, custody] = await Promise.all(
    ["index.ts", "client/client-parts.ts", "custody/index.ts"].map(load),
  );
  return { ...index, ...parts, ...custody } as Library;
}

/** Two releases in one browser: every second page has the earlier one. Each function goes to its client's release. */
export function beside(present: Library, earlier: Library): Library {
  const old = new WeakSet<object>();
  let pages = 0;
  const createIdentityClient: Library["createIdentityClient"] = (options) => {
    pages += 1;
    if (pages % 2 === 1) return present.createIdentityClient(options);
    const client = earlier.createIdentityClient(options);
    old.add(client);
    return client;
  };
  const route = (name: string, own: unknown): unknown => {
    const other: unknown = Reflect.get(earlier, name);
    if (typeof own !== "function" || typeof other !== "function") return own;
    return (...args: [object, ...unknown[]]) =>
      Reflect.apply(old.has(Object(args[0])) ? other : own, undefined, args);
  };
  const routed = Object.entries(present).map(([name, own]) => [name, route(name, own)]);
  return { ...(Object.fromEntries(routed) as Library), createIdentityClient };
}
