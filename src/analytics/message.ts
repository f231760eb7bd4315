/** The Segment specification's common fields that we send. No query, no hash, no personal address. */
type Common = {
  messageId: string;
  anonymousId: string;
  userId?: string;
  timestamp: string;
  context: { library: { name: string }; locale: string; page: PageFacts };
};

export type PageFacts = { path: string; title: string; url: string; referrer?: string };

/**
 * The Segment specification's calls that we use.
 * @see https://segment.com/docs/connections/spec/
 */
export type Call =
  | { type: "page"; name: string; properties: PageFacts }
  | { type: "identify"; userId: string; traits: Record<string, never> };

export type Message = Common & Call;
