import type { Locks } from "@tallybin/platform/browser";
import * as v from "valibot";
import type { Environment } from "./environment.ts";

/** Browsers allow six connections to an HTTP/1.1 origin: streams take half, and leave the rest to pages. */
const SLOTS = 3;

/** Waits for one of the browser's few streams. Returns the function that gives it up. A crash frees a Web Lock. */
const contendForSlot = (
  locks: Pick<Locks, "request">,
  namespace: string,
  onGranted: () => void,
): (() => void) => {
  const waiting = new AbortController();
  let releaseSlot = () => {};
  let hasSlot = false;
  const holdSlot = () => {
    // Two locks can be granted before the other requests are withdrawn.
    if (hasSlot || waiting.signal.aborted) return undefined;
    hasSlot = true;
    waiting.abort();
    onGranted();
    return new Promise<void>((resolve) => {
      releaseSlot = resolve;
    });
  };
  for (let slot = 1; slot <= SLOTS; slot += 1)
    locks.request(`${namespace}-stream-${slot}`, { signal: waiting.signal }, holdSlot).catch(() => {
      // A browser that refuses locks must not keep a tab from its document.
      if (!waiting.signal.aborted) void holdSlot();
    });
  return () => {
    waiting.abort();
    releaseSlot();
  };
};

/** The messages between tabs: that the document has changed since a time, never its content. */
const Message = v.object({ changedAt: v.string() });

/** A tab's part in the cooperation of one browser's tabs. */
export type Membership = { notify(changedAt: string): void; leave(): void };

/** Waits for one of the browser's few streams, and meanwhile receives the changes that a streaming tab sees. */
export const joinTabs = (
  { channel: open, locks, projectId, uid, namespace = "user-document" }: Environment,
  onGranted: () => void,
  onChange: (changedAt: string) => void,
): Membership => {
  const channel = locks && open?.(`${namespace}:${projectId}:${uid}`);
  if (!channel) {
    onGranted();
    return { notify: () => {}, leave: () => {} };
  }
  channel.addEventListener("message", ({ data }) => {
    const message = v.safeParse(Message, data);
    if (message.success) onChange(message.output.changedAt);
  });
  const release = contendForSlot(locks, namespace, onGranted);
  return {
    notify: (changedAt) => channel.postMessage({ changedAt }),
    leave: () => {
      release();
      // An open channel would keep the page out of the back/forward cache.
      channel.close();
    },
  };
};
