import type { Call, PageFacts } from "./message.ts";
import { createQueue, type Sink } from "./queue.ts";
import { forgetVisitor, newVisitor, readVisitor, writeVisitor } from "./visitor.ts";

type AnalyticsOptions = { sink: Sink; now: () => number };

/** The Segment calls. Exists only after consent, and ends when consent is withdrawn. */
export function createAnalytics({ sink, now }: AnalyticsOptions) {
  const queue = createQueue(sink);
  let isStopped = false;
  let visitor = readVisitor();
  /** Read anew each time: all tabs share the visitor, and another one may have replaced it. */
  const current = () => {
    if (!isStopped) visitor = readVisitor(visitor);
    return visitor;
  };
  let shown: PageFacts = { path: "", title: "", url: "" };

  const send = (call: Call): void => {
    const { anonymousId, userId } = current();
    queue.add({
      messageId: crypto.randomUUID(),
      anonymousId,
      ...(userId === undefined ? {} : { userId }),
      timestamp: new Date(now()).toISOString(),
      context: { library: { name: "tallybin-site" }, locale: navigator.language, page: shown },
      ...call,
    });
  };

  return {
    page(facts: PageFacts): void {
      shown = facts;
      send({ type: "page", name: facts.title, properties: facts });
    },
    identify(userId: string): void {
      const known = current();
      if (known.userId === userId) return;
      // Another user of this browser must not inherit the previous user's anonymous ID.
      const before = known.userId === undefined ? known : newVisitor();
      visitor = writeVisitor({ ...before, userId });
      send({ type: "identify", userId, traits: {} });
    },
    /** Makes later messages anonymous again. Called after a sign-out. */
    reset(): void {
      if (current().userId !== undefined) visitor = newVisitor();
    },
    flush: queue.flush,
    /** Call this when the user withdraws consent. Stops sending, and deletes the stored data. */
    stop(): void {
      isStopped = true;
      queue.stop();
      forgetVisitor();
    },
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
