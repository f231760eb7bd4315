/** What the Segment specification calls common fields, as far as we send them. No query, no hash, no address of a person. */
type Common = {
  messageId: string;
  anonymousId: string;
  userId?: string;
  timestamp: string;
  context: { library: { name: string }; locale: string; page: PageFacts };
};

export type PageFacts = { path: string; title: string; url: string; referrer?: string };
export type Properties = Readonly<Record<string, string | number | boolean>>;

/** The calls of the Segment specification that we make. @see https://segment.com/docs/connections/spec/ */
export type Call =
  | { type: "page"; name: string; properties: PageFacts }
  | { type: "identify"; userId: string; traits: Properties }
  | { type: "track"; event: string; properties: Properties };

export type Message = Common & Call;
