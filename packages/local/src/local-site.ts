import { createSite, openDatabase, type ServerConfig, type SiteServer } from "@tallybin/server";
import type { Services } from "./services.ts";

/**
 * Production's own site, wired to the local services: their keys and clock for ID tokens, their outbox for mail.
 * The database opens in the background, so that the page is there at once.
 */
export function createLocalSite(options: {
  config: ServerConfig;
  services: Services;
  dataFolder: string;
  siteFolder?: string;
  /** Told when the database cannot be used at all. */
  onDatabaseFault: (error: unknown) => void;
}): SiteServer {
  const { config, services, dataFolder, siteFolder, onDatabaseFault } = options;
  const database = openDatabase({ ...config, dataDir: dataFolder });
  database.ready.catch(onDatabaseFault);
  return createSite({
    config,
    database,
    ...(siteFolder === undefined ? {} : { siteFolder }),
    now: () => services.clock.now(),
    fetchKeys: async (url) =>
      (await services.handle(new Request(url))) ?? new Response(null, { status: 404 }),
    mailer: {
      async send({ to, subject, text, headers }) {
        const actionLink = /<(.*)>/.exec(headers["List-Unsubscribe"] ?? "")?.[1];
        services.outbox.send({
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
}
