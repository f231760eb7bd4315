import { fileURLToPath } from "node:url";
import { type Program, run } from "../../../server/test/support/program.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const LOADER = new URL("../../../../node_modules/tsx/dist/loader.mjs", import.meta.url).href;

/** Runs the command `local-services` in a folder. */
export const runCommandIn = (cwd: string, ...args: string[]): Program =>
  run(["--import", LOADER, CLI, ...args], {}, { cwd });

/** Runs the command `local-services`. */
export const runCommand = (...args: string[]): Program => runCommandIn(process.cwd(), ...args);

/** Runs the command on two free ports until it is ready. */
export async function startCommand(...args: string[]): Promise<{ program: Program; origin: string }> {
  const program = runCommand("--port", "0", ...args);
  await program.says(/ready at \S+$/m);
  return { program, origin: /ready at (\S+)/.exec(program.output())?.[1] ?? "" };
}
