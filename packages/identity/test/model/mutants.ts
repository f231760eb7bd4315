import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Mutation } from "./mutation.ts";
import { type Machine, machine, type Rules } from "./session/machine.ts";

const results = fileURLToPath(new URL("../../../../node_modules/.cache", import.meta.url));

/** A text to replace in one file of a package's source. */
export type Replacement = { name: string; file: string; find: string; replace: string };

/** Loads a copy of a package's source with one text replaced. */
export async function withFault<Loaded>(
  source: URL,
  { name, file, find, replace }: Replacement,
  load: (load: (module: string) => Promise<unknown>) => Promise<Loaded>,
): Promise<Loaded> {
  mkdirSync(results, { recursive: true });
  const copy = mkdtempSync(join(results, "mutant-"));
  try {
    cpSync(fileURLToPath(source), copy, { recursive: true });
    const text = readFileSync(join(copy, file), "utf8");
    if (text.split(find).length !== 2) throw new Error(`${name}: ${file} must hold this once: ${find}`);
    writeFileSync(
      join(copy, file),
      text.replace(find, () => replace),
    );
    return await load((module) => import(pathToFileURL(join(copy, module)).href));
  } finally {
    rmSync(copy, { recursive: true });
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
