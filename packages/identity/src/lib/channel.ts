import type { Channel } from "@tallybin/platform/browser";
import type { Timers } from "@tallybin/platform/timers";

/** How often storage is read if tabs have no channel. */
const POLL_MS = 1000;

/**
 * Calls the listener whenever another tab may have changed the session. Messages never hold a token: a tab that gets
 * one reads storage. Returns the function that unsubscribes.
 */
export function onTabMessage(channel: Channel | undefined, timers: Timers, listener: () => void): () => void {
  let stop = () => channel?.close();
  const pollStorage = () => {
    stop = timers.setTimeout(() => {
      listener();
      pollStorage();
    }, POLL_MS);
  };
  // Any script of the origin may post on the channel. A message costs one read of storage, whatever it is.
  if (channel) channel.addEventListener("message", () => listener());
  else pollStorage();
  return () => stop();
}
