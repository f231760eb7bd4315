import { type Call, createQueue, type PageFacts, type Sink } from "./queue.ts";
import { createVisitor, forgetVisitor, readVisitor, writeVisitor } from "./visitor.ts";

/** The Segment calls. Exists only after consent, and ends when consent is withdrawn. */
export function createAnalytics({ sink, now }: { sink: Sink; now: () => number }) {
  const queue = createQueue(sink);
  let isStopped = false;
  let visitor = readVisitor();
  /** Read anew each time: all tabs share the visitor, and another one may have replaced it. */
  const currentVisitor = () => {
    if (!isStopped) visitor = readVisitor(visitor);
    return visitor;
  };
  let shown: PageFacts = { path: "", title: "", url: "" };

  const sendCall = (call: Call): void => {
    queue.add({
      ...currentVisitor(),
      messageId: crypto.randomUUID(),
      timestamp: new Date(now()).toISOString(),
      context: { library: { name: "tallybin-site" }, locale: navigator.language, page: shown },
      ...call,
    });
  };

  return {
    page(facts: PageFacts): void {
      shown = facts;
      sendCall({ type: "page", name: facts.title, properties: facts });
    },
    identify(userId: string): void {
      const known = currentVisitor();
      if (known.userId === userId) return;
      // A different user of this browser must not get the previous user's anonymous ID.
      const before = known.userId === undefined ? known : createVisitor();
      visitor = writeVisitor({ ...before, userId });
      sendCall({ type: "identify", userId, traits: {} });
    },
    /** Makes later messages anonymous again. Called after a sign-out. */
    reset(): void {
      if (currentVisitor().userId !== undefined) visitor = createVisitor();
    },
    flush: queue.flush,
    stop(): void {
      isStopped = true;
      queue.stop();
      forgetVisitor();
    },
  };
}
