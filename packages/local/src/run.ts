import { EnvironmentError, StartError } from "@tallybin/server";

/** Ends the program; what can go wrong at a start is told in its own sentence, anything else with its stack. */
export function fail(error: unknown): never {
  const isExpected = error instanceof StartError || error instanceof EnvironmentError;
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Runs an entry. */
export function run(main: () => Promise<void>): void {
  main().catch(fail);
}
