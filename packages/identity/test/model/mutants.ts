import { codeWith } from "../support/load-code.ts";
import type { Mutation } from "./mutation.ts";
import { type Machine, machine, type Rules } from "./session/machine.ts";

const SOURCE = "packages/identity/src/session/";
const MODULES = ["exchange.ts", "order.ts", "lifecycle.ts"];

/** The machine with one fault: a text replaced in a copy of the client's source, or a rule of the model left out. */
export async function mutated(mutation: Mutation): Promise<Machine> {
  if ("rule" in mutation) {
    const rules: Rules = { ...machine.rules, [mutation.rule]: false };
    return { ...machine, rules };
  }
  const { name, file, find, replace } = mutation;
  const code = codeWith({ name, texts: [{ file: SOURCE + file, find, replace }] });
  for (const module of MODULES) await code.prepare(SOURCE + module);
  const run = code.start();
  return Object.assign({}, machine, ...MODULES.map((module) => run(SOURCE + module)));
}
