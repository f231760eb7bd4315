/** A mail as the outbox of the local services takes it. */
type OutboxMail = {
  kind: "mail";
  to: string;
  type: string;
  subject: string;
  text: string;
  actionLink?: string;
};

/** The part of one world that the site follows. */
export type World = {
  clock: { now(): number };
  outbox: { send(mail: OutboxMail): unknown };
  /** Answers a request to one of the emulated services or the workbench; undefined when it is none of these. */
  handle(request: Request): Promise<Response | undefined>;
};

/** What this package needs of the local services (`mocks/worlds/worlds.ts`), and nothing more. */
export type Services = World & {
  /** Answers in somebody else's name, unless a failure script says otherwise, and logs the request. */
  underFailureScripts(
    request: Request,
    endpoint: string,
    answer: () => Response | Promise<Response>,
  ): Promise<Response>;
  /** The world that a request names by its host, its key or its project. */
  worldOf(request: Request): World;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  /** Called after each request that may have changed something. */
  subscribe(listener: () => void): () => void;
};
