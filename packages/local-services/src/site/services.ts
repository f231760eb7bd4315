/** A mail in the form of the local services' outbox. */
type OutboxMail = {
  kind: "mail";
  to: string;
  type: string;
  subject: string;
  text: string;
  actionLink?: string;
};

/** The part of one world that the site uses. */
export type World = {
  clock: { now(): number };
  outbox: { send(mail: OutboxMail): unknown };
  /** Answers a request to one of the emulated services or the workbench; undefined for any other. */
  handle(request: Request): Promise<Response | undefined>;
};

/** The part of the local services (`mocks/worlds/worlds.ts`) that the site uses. */
export type Services = World & {
  /** Answers another service's request, unless a failure script says otherwise, and logs it. */
  underFailureScripts(
    request: Request,
    endpoint: string,
    answer: () => Response | Promise<Response>,
  ): Promise<Response>;
  /** The world that a request names by its host, key or project. */
  worldOf(request: Request): World;
};
