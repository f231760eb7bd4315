import type { Call, PageFacts, Properties } from "./message.ts";
import { createQueue, type Sink } from "./queue.ts";
import { forgetVisitor, newVisitor, readVisitor, writeVisitor } from "./visitor.ts";

type AnalyticsOptions = { sink: Sink; now: () => number };

/** The Segment calls. Exists only after consent, and ends when consent is withdrawn. */
export function createAnalytics({ sink, now }: AnalyticsOptions) {
  const queue = createQueue(sink);
  let visitor = readVisitor();
  let shown: PageFacts = { path: "", title: "", url: "" };

  const send = (call: Call): void =>
    queue.add({
      messageId: crypto.randomUUID(),
      anonymousId: visitor.anonymousId,
      ...(visitor.userId === undefined ? {} : { userId: visitor.userId }),
      timestamp: new Date(now()).toISOString(),
      context: { library: { name: "tallybin-site" }, locale: navigator.language, page: shown },
      ...call,
    });

  return {
    page(facts: PageFacts): void {
      shown = facts;
      send({ type: "page", name: facts.title, properties: facts });
    },
    identify(userId: string, traits: Properties = {}): void {
      if (visitor.userId === userId) return;
      // Another user of this browser must not inherit the previous user's anonymous ID.
      if (visitor.userId !== undefined) visitor = newVisitor();
      visitor = writeVisitor({ ...visitor, userId });
      send({ type: "identify", userId, traits });
    },
    track(event: string, properties: Properties = {}): void {
      send({ type: "track", event, properties });
    },
    /** Makes later messages anonymous again. Called after a sign-out. */
    reset(): void {
      if (visitor.userId !== undefined) visitor = newVisitor();
    },
    flush: queue.flush,
    /** Call this when the user withdraws consent. Stops sending, and deletes the stored data. */
    stop(): void {
      queue.stop();
      forgetVisitor();
    },
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
