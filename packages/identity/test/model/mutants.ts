import { fileURLToPath } from "node:url";
import { codeWith, type Text } from "../support/load-code.ts";
import type { Mutation } from "./mutation.ts";
import { type Machine, machine, type Rules } from "./session/machine.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Loads a package's modules with one text replaced.
 * @param source the package's folder, in which the fault's file lies
 */
export async function withFault<Loaded>(
  source: URL,
  { name, ...text }: Text & { name: string },
  load: (load: (module: string) => Promise<unknown>) => Promise<Loaded>,
): Promise<Loaded> {
  const folder = fileURLToPath(source).slice(root.length);
  const code = codeWith({ name, texts: [{ ...text, file: folder + text.file }] });
  const run = code.start();
  return load(async (module) => {
    await code.prepare(folder + module);
    return run(folder + module);
  });
}

/** The machine with one fault: a text replaced in a copy of the client's source, or a rule of the model left out. */
export async function mutated(mutation: Mutation): Promise<Machine> {
  if ("rule" in mutation) {
    const rules: Rules = { ...machine.rules, [mutation.rule]: false };
    return { ...machine, rules };
  }
  const file = mutation.file.includes("/") ? mutation.file : `session/${mutation.file}`;
  return withFault(new URL("../../src/", import.meta.url), { ...mutation, file }, async (load) => {
    const { recordAfter, recordToExchange, retryAfter } = (await load("session/exchange.ts")) as Machine;
    const { joinAll, nextStampAfter, nextStored } = (await load("session/order.ts")) as Machine;
    const { dueAtOf, transition } = (await load("session/lifecycle.ts")) as Machine;
    const { transition: popup } = (await load("popup/lifecycle.ts")) as { transition: Machine["popup"] };
    return {
      ...machine,
      transition,
      popup,
      joinAll,
      nextStampAfter,
      nextStored,
      dueAtOf,
      recordAfter,
      recordToExchange,
      retryAfter,
    };
  });
}
