import { settle } from "./clock.ts";

/** The errors that nothing catches while the work runs. */
export async function collectUncaught(work: () => Promise<unknown>): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const before = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", (error) => uncaught.push(error));
  try {
    await work();
    await settle();
    return uncaught;
  } finally {
    process.removeAllListeners("uncaughtException");
    for (const listener of before) process.on("uncaughtException", listener);
  }
}
