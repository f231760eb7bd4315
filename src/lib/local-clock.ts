import { openChannel } from "@tallybin/platform/browser";
import * as v from "valibot";
import { setClock } from "./clock.ts";

const POLL_MS = 2_000;
/** The time limit of one read. Without it, a read that is never answered would block all later reads. */
const READ_LIMIT_MS = 30_000;
const Clock = v.object({ offset: v.number(), frozenAt: v.nullable(v.number()) });

const CHANNEL = "tallybin:local-clock";

const followers = new Set<() => void>();

/** Adopts the clock of the local services. If they are unreachable, the current clock continues. */
export async function readLocalClock(clockUrl: string, signal: AbortSignal | null = null): Promise<void> {
  try {
    // Browsers answer requests for one address one after the other if the answer may be stored: on a slow line the
    // polls of several tabs would wait for each other without end.
    const response = await fetch(clockUrl, { signal, cache: "no-store" });
    const clock = v.safeParse(Clock, await response.json());
    if (clock.success && setClock(clock.output)) for (const follow of followers) follow();
  } catch {
    // The local services are unreachable, so keep their last time.
  }
}

/**
 * A `fetch` that reads the clock before a request to one of `tokenUrls`, so that a tab counts a token's lifetime by the clock
 * that issued it. A refused request may reveal a time change before the tab has read the clock.
 */
export const fetchByLocalClock =
  (clockUrl: string, tokenUrls: readonly string[]): typeof fetch =>
  async (input, init) => {
    if (tokenUrls.some((url) => String(input).startsWith(url))) await readLocalClock(clockUrl, init?.signal);
    return fetch(input, init);
  };

/**
 * Follows the clock of the local services, so that the workbench can advance time in the browser too. Hidden tabs
 * follow too: two tabs with different clocks would each find the other's session outdated. Browsers slow the timers
 * of hidden tabs, so a tab that sees a change tells the others.
 */
export function followLocalClock(clockUrl: string, onMoved: () => void): () => void {
  const channel = openChannel(CHANNEL);
  let reading: Promise<void> | undefined;
  const readClock = (): Promise<void> => {
    reading ??= readLocalClock(clockUrl, AbortSignal.timeout(READ_LIMIT_MS)).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const pollClock = () => void readClock();
  /** A read that is under way may have been answered before the news. */
  const readAgain = () => void (reading ?? Promise.resolve()).then(readClock);
  const announceMove = () => {
    channel?.postMessage("moved");
    onMoved();
  };
  followers.add(announceMove);
  // Another tab's news may be older than this tab's own, so it only triggers a new read.
  channel?.addEventListener("message", readAgain);
  pollClock();
  const timer = window.setInterval(pollClock, POLL_MS);
  return () => {
    followers.delete(announceMove);
    window.clearInterval(timer);
    channel?.close();
  };
}
