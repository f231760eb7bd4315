import { EnvironmentError, StartError } from "@tallybin/server";

/** Ends the program; an expected start error shows its own sentence, any other its stack. */
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
