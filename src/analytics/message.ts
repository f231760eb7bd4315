/** No query, no hash, no personal address. */
export type PageFacts = { path: string; title: string; url: string; referrer?: string | undefined };

export type Call =
  | { type: "page"; name: string; properties: PageFacts }
  | { type: "identify"; userId: string; traits: Record<string, never> };

/**
 * The calls and common fields of the Segment specification that we use.
 * @see https://segment.com/docs/connections/spec/
 */
export type Message = Call & {
  messageId: string;
  anonymousId: string;
  userId?: string | undefined;
  timestamp: string;
  context: { library: { name: string }; locale: string; page: PageFacts };
};
