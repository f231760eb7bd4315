import { spawn } from "node:child_process";
import { QUICK_WASM } from "./quick-wasm.mjs";

export type Program = ReturnType<typeof run>;

/** The tests' own option, which `vitest.config.ts` sets. A benchmark runs without it, and so do its programs. */
const quick = process.execArgv.filter((option) => option === QUICK_WASM);

/** Runs a Node program. Of the tests' environment it gets only PATH. */
export function run(
  args: readonly string[],
  env: Record<string, string | undefined>,
  options: { command?: string; detached?: boolean; cwd?: string } = {},
) {
  const child = spawn(
    options.command ?? process.execPath,
    options.command ? [...args] : [...quick, ...args],
    {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: options.detached ?? false,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    },
  );
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    ended,
    /** Sends SIGTERM, as a supervisor does, and resolves like `ended`. */
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    output: () => output,
    /** Resolves when the output matches; rejects if the program ends first. */
    says: (pattern: RegExp): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(output)) return;
          // Stop searching after the first match, because a load run logs megabytes.
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${output}`)));
      }),
  };
}
