import { StartError } from "@tallybin/server/errors/start-error";

/** Ends the program; an expected start error shows its own sentence, any other its stack. */
export function exitWithError(error: unknown): never {
  const isExpected = error instanceof StartError;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/**
 * Runs a program.
 * @param main imports its program dynamically. MSW looks for a localStorage while it loads, and Node 25 and newer have
 * one, which responds with a warning that the user cannot fix. It is therefore removed first.
 */
export function runProgram(main: () => Promise<void>): void {
  Reflect.deleteProperty(globalThis, "localStorage");
  main().catch(exitWithError);
}
