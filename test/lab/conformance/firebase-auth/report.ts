/** Of the packages of one version of the SDK. */
export type Folders = { app: string; auth: string };
export type Tested = { exports: string[]; used: ReadonlySet<string>; failed: number };

/** Runs a flow and prints the result. @returns 1 for a failure, else 0 */
export async function report(name: string, run: () => Promise<unknown>): Promise<number> {
  try {
    await run();
    console.info(`  passed  ${name}`);
    return 0;
  } catch (error) {
    console.info(`  FAILED  ${name}\n    ${String(error).split("\n").slice(0, 3).join("\n    ")}`);
    return 1;
  }
}
