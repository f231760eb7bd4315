import * as v from "valibot";
import type { Environment } from "./environment.ts";
import { contendForSlot } from "./slots.ts";

/** What tabs tell each other: the document has changed since then, and never what is in it. */
const Message = v.object({ changedAt: v.string() });

/** A tab's part in what the tabs of one browser do together. */
export type Membership = { tell(changedAt: string): void; leave(): void };

/**
 * Joins the other tabs: waits for one of the browser's few streams, and hears meanwhile of changes that a streaming
 * tab sees. Where tabs cannot hear each other or share locks, each has its own stream.
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
