import * as v from "valibot";
import { setClock } from "./clock.ts";
import { openChannel } from "./site-data.ts";

const POLL_MS = 2_000;
const Clock = v.object({ offset: v.number(), frozenAt: v.nullable(v.number()) });

const CHANNEL = "tallybin:local-clock";

/**
 * Follows the clock of the local services, so that the workbench can let an hour pass in the browser too. A hidden tab
 * follows as well: two tabs whose clocks differ each find the other one's session out of date. Browsers slow the timers
 * of hidden tabs down, so that a tab that sees the clock move tells the others.
 */
export function followLocalClock(clockUrl: string, onMoved: () => void): () => void {
  const channel = openChannel(CHANNEL);
  const follow = (answer: unknown): void => {
    const clock = v.safeParse(Clock, answer);
    if (!clock.success || !setClock(clock.output)) return;
    channel?.postMessage("moved");
    onMoved();
  };
  const read = async () => {
    try {
      follow(await (await fetch(clockUrl)).json());
    } catch {
      // The local services are away: their time stands still for as long.
    }
  };
  // Another tab's news can be older than this tab's own: it says only that the clock is worth a look.
  channel?.addEventListener("message", () => void read());
  void read();
  const timer = window.setInterval(() => void read(), POLL_MS);
  return () => {
    window.clearInterval(timer);
    channel?.close();
  };
}
