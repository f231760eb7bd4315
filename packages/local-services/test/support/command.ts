import { fileURLToPath } from "node:url";
import { type Program, run } from "../../../server/test/support/program.ts";
import { isBuilt } from "../../bin/run-built.mjs";

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** The bundle starts in a fifth of the processor time that the sources take. */
const COMMAND = isBuilt()
  ? [pathOf("../../../../dist/local/local-services.js")]
  : [
      "--import",
      new URL("../../../../node_modules/tsx/dist/loader.mjs", import.meta.url).href,
      pathOf("../../src/cli.ts"),
    ];

/** Runs the command `local-services` in a folder. */
export const runCommandIn = (cwd: string, ...args: string[]): Program =>
  run([...COMMAND, ...args], {}, { cwd });

/** Runs the command `local-services` to its end. */
export async function endCommandIn(cwd: string, ...args: string[]) {
  const program = runCommandIn(cwd, ...args);
  const { code } = await program.ended;
  return { code, output: program.output() };
}

/** Runs the command on two free ports until it is ready. */
export async function startCommand(...args: string[]): Promise<{ program: Program; origin: string }> {
  const program = runCommandIn(process.cwd(), "--port", "0", ...args);
  await program.says(/ready at \S+$/m);
  return { program, origin: /ready at (\S+)/.exec(program.output())?.[1] ?? "" };
}
