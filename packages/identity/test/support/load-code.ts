import { readFileSync } from "node:fs";
import { join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { moduleRunnerTransform, transformWithOxc } from "vite";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** A text of one file to replace. `file` is a path from the root of the repository. */
export type Text = { file: string; find: string; replace: string };
/** A planted fault. It has several texts if another check would hide the first. */
export type Fault = { name: string; texts: readonly Text[] };

type Exports = Record<string, unknown>;
type Module = { code: string; ids: ReadonlyMap<string, string>; compiled: Map<string, Body> };
type Body = (...values: unknown[]) => void;

const HELPERS = ["exportName", "import", "dynamic_import", "exportAll", "import_meta"].map(
  (name) => `__vite_ssr_${name}__`,
);
const META = { env: { MODE: "production", DEV: false, PROD: true, SSR: true, BASE_URL: "/" } };

/** The file behind an import of our own code; anything else is the name of a library. */
function resolve(id: string, importer: string): string {
  if (id.startsWith(".")) return join(importer, "..", id);
  const [, name, rest = ""] = /^@tallybin\/([^/]+)\/?(.*)$/.exec(id) ?? [];
  if (!name) return id;
  const text = readFileSync(`${ROOT}packages/${name}/package.json`, "utf8");
  const { exports } = JSON.parse(text) as { exports: Readonly<Record<string, string | undefined>> };
  const target = exports[rest ? `./${rest}` : "."] ?? exports["./*"]?.replace("*", rest);
  if (!target) throw new Error(`${importer}: ${id} is not exported`);
  return join("packages", name, target);
}

/** The JavaScript of a module that links synchronously, and the files behind its imports. */
async function transform(file: string, text: string): Promise<Module> {
  const { code } = await transformWithOxc(text, ROOT + file, { sourcemap: false });
  const result = await moduleRunnerTransform(code, null, ROOT + file, code);
  if (!result) throw new Error(`${file} is no module`);
  const { deps = [], dynamicDeps = [] } = result;
  return {
    code: `"use strict";${result.code.replaceAll("await __vite_ssr_import__(", "__vite_ssr_import__(")}`,
    ids: new Map([...deps, ...dynamicDeps].map((id) => [id, resolve(id, file)])),
    compiled: new Map(),
  };
}

/** The modules of the present code, each transformed once. */
const present = new Map<string, Promise<Module>>();
const libraries = new Map<string, unknown>();

function moduleOf(file: string, fault: Fault | undefined): Promise<Module> {
  const texts = (fault?.texts ?? []).filter((text) => text.file === file);
  const known = present.get(file);
  if (known && texts.length === 0) return known;
  let source = readFileSync(ROOT + file, "utf8");
  for (const { find, replace } of texts) {
    if (source.split(find).length !== 2)
      throw new Error(`${fault?.name}: ${file} must hold this once: ${find}`);
    source = source.replace(find, () => replace);
  }
  const module = transform(file, source);
  if (texts.length === 0) present.set(file, module);
  return module;
}

/** What a run of the modules finds instead of the process's own. */
export type Scope = {
  /** Globals by their names. */
  globals?: Readonly<Record<string, unknown>>;
  /** Modules by the ids of their imports. */
  given?: Readonly<Record<string, object | undefined>>;
  /** Loads a module that is imported as needed. */
  fetchChunk?: (file: string, load: () => Promise<unknown>) => Promise<unknown>;
};

const loadAtOnce: NonNullable<Scope["fetchChunk"]> = (_, load) => load();

/**
 * Our code as plain JavaScript, with a fault: only the files of the fault are transformed again.
 * @param given ids of imports that each run gets from its scope
 */
export function codeWith(fault?: Fault, given: readonly string[] = []) {
  const modules = new Map<string, Module>();

  /** Reads a file and all that it imports. */
  const prepare = async (file: string): Promise<void> => {
    if (modules.has(file) || libraries.has(file) || given.includes(file)) return;
    if (!/\.tsx?$/.test(file)) return void libraries.set(file, await import(file));
    const module = await moduleOf(file, fault);
    modules.set(file, module);
    for (const [id, target] of module.ids) await prepare(given.includes(id) ? id : target);
  };

  /** Begins a run of the prepared modules: each is executed once. */
  const start = ({ globals = {}, given: own = {}, fetchChunk = loadAtOnce }: Scope = {}) => {
    const executed = new Map<string, Exports>();
    const names = Object.keys(globals);
    const load = (file: string): Exports => {
      const known = executed.get(file);
      const module = modules.get(file);
      if (known || !module) return known ?? (libraries.get(file) as Exports);
      const exports: Exports = {};
      executed.set(file, exports);
      const at = (id: string): object => own[id] ?? load(module.ids.get(id) ?? id);
      const define = (name: string, get: () => unknown) =>
        Object.defineProperty(exports, name, { enumerable: true, configurable: true, get });
      const importLater = (id: string) =>
        fetchChunk(module.ids.get(id) ?? id, () => Promise.resolve().then(() => at(id)));
      const exportAll = (from: Exports) => {
        for (const name of Object.keys(from)) if (name !== "default") define(name, () => from[name]);
      };
      const key = names.join();
      const body = module.compiled.get(key) ?? (new Function(...HELPERS, ...names, module.code) as Body);
      module.compiled.set(key, body);
      body(define, at, importLater, exportAll, META, ...Object.values(globals));
      return exports;
    };
    return load;
  };
  return { prepare, start };
}
