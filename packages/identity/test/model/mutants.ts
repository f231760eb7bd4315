import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Mutation } from "./mutation.ts";
import { type Machine, machine, type Rules } from "./session/machine.ts";

const results = fileURLToPath(new URL("../../../../node_modules/.cache", import.meta.url));

/** A text to replace in one file of a package's source. */
type Text = { file: string; find: string; replace: string };
/**
 * A fault. `guards` are the places that would cover it: a mistake that another check hides is seen only without that
 * check.
 */
export type Replacement = Text & { name: string; guards?: readonly Text[] };

const replaceIn = (folder: string, { name, ...fault }: Replacement): void => {
  for (const { file, find, replace } of [fault, ...(fault.guards ?? [])]) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (text.split(find).length !== 2) throw new Error(`${name}: ${file} must hold this once: ${find}`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
  }
};

/**
 * Loads a copy of a package's source with one text replaced.
 * @param host the source of a package that imports the changed one, and is loaded in its place
 */
export async function withFault<Loaded>(
  source: URL,
  faults: Replacement | readonly Replacement[],
  load: (load: (module: string) => Promise<unknown>) => Promise<Loaded>,
  host?: URL,
): Promise<Loaded> {
  mkdirSync(results, { recursive: true });
  const root = mkdtempSync(join(results, "mutant-"));
  try {
    const packageFile = fileURLToPath(new URL("../package.json", source));
    const { name } = JSON.parse(readFileSync(packageFile, "utf8")) as { name: string };
    const folder = host ? join(root, "node_modules", name) : root;
    const copy = host ? join(folder, "src") : root;
    if (host) cpSync(fileURLToPath(host), root, { recursive: true });
    cpSync(fileURLToPath(source), copy, { recursive: true });
    if (host) cpSync(packageFile, join(folder, "package.json"));
    for (const fault of [faults].flat()) replaceIn(copy, fault);
    return await load((module) => import(pathToFileURL(join(root, module)).href));
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The machine with one fault: a text replaced in a copy of the client's source, or a rule of the model left out. */
export async function mutated(mutation: Mutation): Promise<Machine> {
  if ("rule" in mutation) {
    const rules: Rules = { ...machine.rules, [mutation.rule]: false };
    return { ...machine, rules };
  }
  const file = mutation.file.includes("/") ? mutation.file : `session/${mutation.file}`;
  return withFault(new URL("../../src/", import.meta.url), { ...mutation, file }, async (load) => {
    const steps = (await load("session/exchange-steps.ts")) as Machine;
    const { transition } = (await load("session/lifecycle.ts")) as Machine;
    const { transition: popup } = (await load("popup/lifecycle.ts")) as { transition: Machine["popup"] };
    return { ...machine, ...steps, transition, popup };
  });
}
