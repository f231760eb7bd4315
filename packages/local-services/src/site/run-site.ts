import type { Server } from "node:http";
import { company } from "@tallybin/contract/company";
import { openDatabase } from "@tallybin/server/database/open-database";
import type { ServerConfig } from "@tallybin/server/environment/environment";
import type { Fetch } from "@tallybin/server/operation/listen";
import { stopOnSignals } from "@tallybin/server/operation/stop-signals";
import { createSite, type SiteServer } from "@tallybin/server/site";
import { createWorlds, type Worlds } from "../../../../mocks/worlds/worlds.ts";
import { refuseForeignHosts, serveServices } from "../http/serve.ts";
import { openStateFile } from "../http/state-file.ts";
import { listenTwice } from "../http/two-origins.ts";
import { currentWorld } from "./compose.ts";
import {
  originsOf,
  PROJECT_ID,
  parseAllowedHosts,
  parseControlOrigins,
  parseLocalEnvironment,
} from "./local-config.ts";
import { exitWithError } from "./run.ts";

/** Names of the site's mails in the outbox, in the style of the identity service's. */
const OUTBOX_TYPES = { welcome: "NEWSLETTER_WELCOME", "new-browser": "NEW_BROWSER" };

/**
 * Production's own site, connected to the local services: their keys and clock for ID tokens, their outbox for mail.
 * The database opens in the background after the listeners start, so that the page is available immediately.
 */
function createLocalSite(options: {
  config: ServerConfig;
  services: Worlds;
  siteFolder?: string;
  templateFolder: string;
}): SiteServer {
  const { config, services, siteFolder, templateFolder } = options;
  const database = openDatabase({ ...config, templateFolder });
  return createSite({
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
      async send({ kind, to, subject, text, link }) {
        const type = OUTBOX_TYPES[kind];
        currentWorld(services).outbox.send({ kind: "mail", to, type, subject, text, actionLink: link });
      },
      close() {},
    },
  });
}

/** The local services beside a site: their addresses depend on the port, and mailed links lead to the site. */
function createServices(config: ServerConfig): Worlds {
  const { first, second } = originsOf(config.port);
  return createWorlds({
    projectId: PROJECT_ID,
    origin: config.public.local?.workbenchUrl.startsWith("/") ? first : second,
    consentOrigin: second,
    controlOrigins: parseControlOrigins(process.env),
    actionUrl: `${config.public.origin}/firebase-action`,
    endpoints: ["newsletter"],
  });
}

/** Scripts wait for the last line, so it is printed when both addresses respond. */
const announceSite = (site: string, dataDir: string): void =>
  void process.stdout.write(`Sign-in, documents and mail are answered by local services on this machine; nothing leaves it.
Workbench (accounts, mails, clock, failures): ${site}/__local/
Accounts and rows are kept in ${dataDir}; delete it to start afresh. Ctrl-C stops.
${company.name} is ready at ${site}
`);

type Parts = { config: ServerConfig; services: Worlds; serve: Fetch; site: Fetch };

type SiteServers = {
  /** The servers of `PORT` and of the next port: the second origin, with consent pages and the human check. */
  create(): [first: Server, second: Server];
  /** Closes what the servers used, after the listeners have stopped. */
  close?(): Promise<void>;
};

/** Runs the site with the local services until a signal stops it. Loads an earlier run's accounts first. */
export async function runSite(
  folders: { siteFolder?: string; templateFolder: string },
  compose: (parts: Parts) => SiteServers | Promise<SiteServers>,
): Promise<void> {
  const config = parseLocalEnvironment(process.env);
  const file = openStateFile(config.dataDir, "DATA_DIR");
  const services = createServices(config);
  file.keep(services);
  const site = createLocalSite({ config, services, ...folders });
  const serve = refuseForeignHosts(parseAllowedHosts(process.env), serveServices(services));
  const { create, close } = await compose({ config, services, serve, site: site.fetch });
  const closeAll = async () => {
    await close?.();
    await site.close();
    file.close();
  };
  const { stop } = await listenTwice(create, config).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  site.database.ready().catch(exitWithError);
  stopOnSignals(async () => {
    await stop();
    await closeAll();
  });
  announceSite(originsOf(config.port).first, config.dataDir);
}
