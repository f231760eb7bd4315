import { setTimeout as pause } from "node:timers/promises";

/** Whether something became true within the limit. */
export async function until(isTrue: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (await isTrue().catch(() => false)) return true;
    await pause(100);
  }
  return false;
}
