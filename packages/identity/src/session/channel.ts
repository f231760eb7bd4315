import * as v from "valibot";
import { tryParse } from "../lib/schema.ts";
import type { Channel, Platform } from "../platform.ts";

/** What tabs tell each other. Never a token: who hears it reads storage. */
export const TabMessage = v.picklist(["changed", "signed-out", "moved"]);
export type TabMessage = v.InferOutput<typeof TabMessage>;

/** How often storage is read where tabs cannot talk to each other. */
const POLL_MS = 1000;

/** Calls the listener whenever another tab may have changed the session; returns what ends that. */
export function onTabMessage(
  channel: Channel | undefined,
  platform: Pick<Platform, "setTimeout">,
  listener: (message: TabMessage) => void,
): () => void {
  let stop = () => channel?.close();
  const poll = () => {
    stop = platform.setTimeout(() => {
      listener("changed");
      poll();
    }, POLL_MS);
  };
  // Anything on the origin may post on the channel: what is not one of ours is dropped.
  if (channel)
    channel.addEventListener("message", ({ data }) => {
      const message = tryParse(TabMessage, data);
      if (message) listener(message);
    });
  else poll();
  return () => stop();
}
