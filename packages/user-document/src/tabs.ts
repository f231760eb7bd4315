import * as v from "valibot";
import type { Environment } from "./environment.ts";
import { contendForSlot } from "./slots.ts";

/** The messages between tabs: that the document has changed since a time, never its content. */
const Message = v.object({ changedAt: v.string() });

/** A tab's part in the cooperation of one browser's tabs. */
export type Membership = { tell(changedAt: string): void; leave(): void };

/**
 * Joins the other tabs: waits for one of the browser's few streams, and meanwhile receives the changes that a
 * streaming tab sees. If tabs cannot communicate or share locks, each has its own stream.
 */
export const joinTabs = (
  { channel: open, locks, projectId, uid, namespace = "user-document" }: Environment,
  onGranted: () => void,
  onChange: (changedAt: string) => void,
): Membership => {
  const channel = locks && open?.(`${namespace}:${projectId}:${uid}`);
  if (!channel) {
    onGranted();
    return { tell: () => {}, leave: () => {} };
  }
  channel.addEventListener("message", ({ data }) => {
    const message = v.safeParse(Message, data);
    if (message.success) onChange(message.output.changedAt);
  });
  const release = contendForSlot(locks, namespace, onGranted);
  return {
    tell: (changedAt) => channel.postMessage({ changedAt }),
    leave: () => {
      release();
      // An open channel would keep the page out of the back/forward cache.
      channel.close();
    },
  };
};
