import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Mutation } from "./mutations.ts";
import { type Machine, machine, type Rules } from "./session/machine.ts";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const results = fileURLToPath(new URL("../../../../node_modules/.cache", import.meta.url));

/** The machine with one fault: a text replaced in a copy of the client's source, or a rule of the model left out. */
export async function mutated(mutation: Mutation): Promise<Machine> {
  if ("rule" in mutation) {
    const rules: Rules = { ...machine.rules, [mutation.rule]: false };
    return { ...machine, rules };
  }
  const copy = mkdtempSync(join(results, "mutant-"));
  try {
    cpSync(source, copy, { recursive: true });
    const file = join(copy, "session", mutation.file);
    const text = readFileSync(file, "utf8");
    if (text.split(mutation.find).length !== 2)
      throw new Error(`${mutation.name}: ${mutation.file} must hold this once: ${mutation.find}`);
    writeFileSync(
      file,
      text.replace(mutation.find, () => mutation.replace),
    );
    const load = (name: string) => import(pathToFileURL(join(copy, "session", name)).href);
    const steps = (await load("exchange-steps.ts")) as Machine;
    const { transition } = (await load("lifecycle.ts")) as Machine;
    return { ...machine, ...steps, transition };
  } finally {
    rmSync(copy, { recursive: true });
  }
}
