import { createSite, openDatabase, type ServerConfig, type SiteServer } from "@tallybin/server";
import { currentWorld } from "./current-world.ts";
import type { Services } from "./services.ts";

/**
 * Production's own site, connected to the local services: their keys and clock for ID tokens, their outbox for mail.
 * The database opens in the background after the listeners start, so that the page is available immediately.
 */
export function createLocalSite(options: {
  config: ServerConfig;
  services: Services;
  dataFolder: string;
  /** The built site; in development Vite serves the pages. */
  siteFolder?: string;
  templateFolder?: string;
}): SiteServer & { openDatabase(): Promise<void> } {
  const { config, services, dataFolder, siteFolder, templateFolder } = options;
  const database = openDatabase({
    ...config,
    dataDir: dataFolder,
    ...(templateFolder === undefined ? {} : { templateFolder }),
  });
  const site = createSite({
    config,
    database,
    ...(siteFolder === undefined ? {} : { siteFolder }),
    now: () => currentWorld(services).clock.now(),
    fetchKeys: async (url) =>
      (await services.handle(new Request(url))) ?? new Response(null, { status: 404 }),
    fetchTokens: async (request) => {
      const response = (await currentWorld(services).handle(request)) ?? new Response(null, { status: 404 });
      // MSW's network error stands for a connection that a failure script breaks.
      if (response.type === "error") throw new TypeError("the local services broke the connection");
      return response;
    },
    mailer: {
      async send({ to, subject, text, headers }) {
        const actionLink = /<(.*)>/.exec(headers["List-Unsubscribe"] ?? "")?.[1];
        currentWorld(services).outbox.send({
          kind: "mail",
          to,
          type: "NEWSLETTER_WELCOME",
          subject,
          text,
          ...(actionLink === undefined ? {} : { actionLink }),
        });
      },
      close() {},
    },
  });
  return { ...site, openDatabase: () => database.ready() };
}
