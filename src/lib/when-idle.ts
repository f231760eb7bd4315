/** Long enough for the first view to be painted, short enough that a hurried click finds the work done. */
const IDLE_DEADLINE_MS = 2_000;

/** Runs work once the page has nothing better to do. Safari has no `requestIdleCallback`. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === "function")
    window.requestIdleCallback(work, { timeout: IDLE_DEADLINE_MS });
  else window.setTimeout(work, 200);
}
