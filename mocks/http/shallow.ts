/** The limit of protocol buffers. */
const MAX_DEPTH = 100;

/** Whether a value from outside has few enough levels that reading it cannot exhaust the stack. */
export function isShallow(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
