import * as v from "valibot";
import { setClock } from "./clock.ts";
import { openChannel } from "./site-data.ts";

const POLL_MS = 2_000;
const Clock = v.object({ offset: v.number(), frozenAt: v.nullable(v.number()) });

const CHANNEL = "tallybin:local-clock";

const followers = new Set<() => void>();

/** Adopts the clock of the local services. If they are unreachable, the current clock continues. */
export async function readLocalClock(clockUrl: string, signal: AbortSignal | null = null): Promise<void> {
  try {
    const clock = v.safeParse(Clock, await (await fetch(clockUrl, { signal })).json());
    if (clock.success && setClock(clock.output)) for (const follow of followers) follow();
  } catch {
    // The local services are unreachable, so keep their last time.
  }
}

/**
 * A `fetch` that reads the clock before a request to `tokenUrl`, so that a tab counts a token's lifetime by the clock
 * that issued it. A refused request may reveal a time change before the tab has read the clock.
 */
export const fetchByLocalClock =
  (clockUrl: string, tokenUrl: string): typeof fetch =>
  async (input, init) => {
    if (String(input).startsWith(tokenUrl)) await readLocalClock(clockUrl, init?.signal);
    return fetch(input, init);
  };

/**
 * Follows the clock of the local services, so that the workbench can advance time in the browser too. Hidden tabs
 * follow too: two tabs with different clocks would each find the other's session outdated. Browsers slow the timers
 * of hidden tabs, so a tab that sees a change tells the others.
 */
export function followLocalClock(clockUrl: string, onMoved: () => void): () => void {
  const channel = openChannel(CHANNEL);
  const read = () => void readLocalClock(clockUrl);
  const follow = () => {
    channel?.postMessage("moved");
    onMoved();
  };
  followers.add(follow);
  // Another tab's news may be older than this tab's own, so it only triggers a new read.
  channel?.addEventListener("message", read);
  read();
  const timer = window.setInterval(read, POLL_MS);
  return () => {
    followers.delete(follow);
    window.clearInterval(timer);
    channel?.close();
  };
}
