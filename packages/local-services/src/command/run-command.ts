import { spawn } from "node:child_process";
import { constants } from "node:os";
import { StartError } from "@tallybin/server/start-error";

/** The variables by which Google's SDKs and tools find an emulator. */
export const emulatorVariables = (host: string, projectId: string): Record<string, string> => ({
  FIREBASE_AUTH_EMULATOR_HOST: host,
  FIRESTORE_EMULATOR_HOST: host,
  FIREBASE_FIRESTORE_EMULATOR_ADDRESS: host,
  FIREBASE_EMULATOR_HUB: host,
  GCLOUD_PROJECT: projectId,
});

/**
 * Runs a command to its end, and passes signals on to it. A single argument is a line for the shell, as in
 * `firebase emulators:exec`.
 * @returns its exit code; 128 and the signal's number if a signal ended it
 * @throws {StartError} if it cannot be run
 */
export const runCommand = (
  [program = "", ...args]: readonly string[],
  variables: Record<string, string>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: "inherit",
      shell: args.length === 0,
      env: { ...process.env, ...variables },
    });
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
    child.once("error", ({ message }) => reject(new StartError(`The command cannot be run: ${message}`)));
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  });
