/** The deadline leaves time to paint the first view, and is short enough that the work is done before a quick click. */
const IDLE_DEADLINE_MS = 2_000;

/** Runs work once the page is idle. Safari has no `requestIdleCallback`. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === "function")
    window.requestIdleCallback(work, { timeout: IDLE_DEADLINE_MS });
  else window.setTimeout(work, 200);
}
