import * as v from "valibot";
import { setClock } from "./clock.ts";

const POLL_MS = 2_000;
const Clock = v.object({ offset: v.number(), frozenAt: v.nullable(v.number()) });

/**
 * Follows the clock of the local services, so that the workbench can let an hour pass in the browser too.
 */
export function followLocalClock(clockUrl: string, onMoved: () => void): () => void {
  const read = async () => {
    try {
      const response = await fetch(clockUrl);
      if (setClock(v.parse(Clock, await response.json()))) onMoved();
    } catch {
      // The local services are away: their time stands still for as long.
    }
  };
  void read();
  const timer = window.setInterval(() => {
    if (document.visibilityState === "visible") void read();
  }, POLL_MS);
  return () => window.clearInterval(timer);
}
