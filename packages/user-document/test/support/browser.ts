import { createChannels } from "../../../identity/test/support/channels.ts";
import { createLocks } from "../../../identity/test/support/locks.ts";
import type { Channel, Locks } from "../../src/index.ts";

/** The shared parts of one browser's tabs: Web Locks, first come, first served, and channels by name. */
export const createBrowser = () => {
  const locks = createLocks();
  const channels = createChannels();
  return {
    heldCount: locks.heldCount,
    openChannels: () => channels.listening(),
    posted: channels.posted,
    openTab: () => {
      const { manager, crash } = locks.forTab();
      return {
        locks: manager as unknown as Locks,
        channel: (name: string): Channel => channels.open(name),
        /** The tab's process crashes: the browser frees its locks. */
        crash,
      };
    },
  };
};
