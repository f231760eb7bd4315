import { codeWith, type Fault } from "../support/load-code.ts";
import { type Machine, machine } from "./session/machine.ts";

const MODULES = ["exchange.ts", "order.ts", "lifecycle.ts"].map(
  (module) => `packages/identity/src/session/${module}`,
);

/** The machine with one fault in a copy of the client's source. */
export async function withFault(fault: Fault): Promise<Machine> {
  const code = codeWith(fault);
  for (const module of MODULES) await code.prepare(module);
  return Object.assign({}, machine, ...MODULES.map(code.start()));
}
