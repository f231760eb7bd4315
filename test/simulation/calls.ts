import type { Page } from "./browser/page.ts";
import type { Scheduler } from "./scheduler.ts";

/** Longer than all deadlines on a call's way: requests, storage, and a lock that is taken from a frozen page. */
const MOST_MS = 10 * 60_000;

/** The calls of people that have no outcome yet. */
export function createCalls(
  { now, sleptAt }: Pick<Scheduler, "now" | "sleptAt">,
  fail: (text: string) => void,
) {
  const calls = new Map<object, { page: Page; name: string; at: number; isWaiting?: boolean }>();
  return {
    /** Returns the function that ends the call. */
    began: (page: Page, name: string): (() => void) => {
      const own = {};
      calls.set(own, { page, name, at: now() });
      return () => calls.delete(own);
    },
    count: (): number => calls.size,
    /** A call waits while its page or the machine does not run, and is over with its page. */
    check: (): void => {
      for (const [own, call] of calls) {
        if (call.page.isGone) calls.delete(own);
        // It goes on when its page wakes.
        if (call.page.isFrozen || call.isWaiting) call.at = now();
        call.isWaiting = call.page.isFrozen;
        call.at = Math.max(call.at, sleptAt());
        if (now() - call.at > MOST_MS) fail(`${call.name} of ${call.page.name} has no outcome`);
      }
    },
  };
}
