import { isRetryDue } from "../session/retry.ts";
import type { ClientParts } from "./client-parts.ts";

/**
 * Moves each session that is stored for another custody, or for none, to this client's custody by a forced refresh.
 * The budget of forced refreshes can delay the move. A client without custody keeps showing a session that it cannot
 * exchange, and waits for `setCustody` or for the tokens of another tab.
 */
export function moveSessions({ runner, shared, platform, emit }: ClientParts): void {
  let disarm = () => {};
  runner.watch((state) => {
    disarm();
    const { custody } = shared;
    if (state?.phase !== "fresh") return;
    const { session, forced } = state;
    if (custody ? custody.isOwn(session) : session.refreshToken) return;
    if (!custody) return emit({ type: "custody-unavailable" });
    const move = () => runner.dispatch({ type: "token-asked", force: true });
    const now = platform.now();
    if (!forced || isRetryDue(forced, now)) move();
    else disarm = platform.setTimeout(move, forced.retryAt - now);
  });
}
