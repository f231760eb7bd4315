import * as v from "valibot";
import { setClock } from "./clock.ts";
import { openChannel } from "./site-data.ts";

const POLL_MS = 2_000;
const Clock = v.object({ offset: v.number(), frozenAt: v.nullable(v.number()) });

const CHANNEL = "tallybin:local-clock";

const followers = new Set<() => void>();

/** Takes over the clock of the local services. Where they are away, time goes on as before. */
export async function readLocalClock(clockUrl: string, signal: AbortSignal | null = null): Promise<void> {
  try {
    const clock = v.safeParse(Clock, await (await fetch(clockUrl, { signal })).json());
    if (clock.success && setClock(clock.output)) for (const follow of followers) follow();
  } catch {
    // The local services are away: their time stands still for as long.
  }
}

/**
 * A `fetch` that reads the clock before a request to `tokenUrl`, so that a tab counts a token's life by the clock that
 * the token was issued by. A tab may hear from a refused request that time has passed before it has read the clock.
 */
export const fetchByLocalClock =
  (clockUrl: string, tokenUrl: string): typeof fetch =>
  async (input, init) => {
    if (String(input).startsWith(tokenUrl)) await readLocalClock(clockUrl, init?.signal);
    return fetch(input, init);
  };

/**
 * Follows the clock of the local services, so that the workbench can let an hour pass in the browser too. A hidden tab
 * follows as well: two tabs whose clocks differ each find the other one's session out of date. Browsers slow the timers
 * of hidden tabs down, so that a tab that sees the clock move tells the others.
 */
export function followLocalClock(clockUrl: string, onMoved: () => void): () => void {
  const channel = openChannel(CHANNEL);
  const read = () => void readLocalClock(clockUrl);
  const follow = () => {
    channel?.postMessage("moved");
    onMoved();
  };
  followers.add(follow);
  // Another tab's news can be older than this tab's own: it says only that the clock is worth a look.
  channel?.addEventListener("message", read);
  read();
  const timer = window.setInterval(read, POLL_MS);
  return () => {
    followers.delete(follow);
    window.clearInterval(timer);
    channel?.close();
  };
}
