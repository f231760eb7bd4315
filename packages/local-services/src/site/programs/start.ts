import { fileURLToPath } from "node:url";
import { createFetchServer } from "@tallybin/server";
import { humanCheckBeside, servicesBefore, siteUnderFailureScripts } from "../compose.ts";
import { runSite } from "../run-site.ts";

const folders = {
  siteFolder: fileURLToPath(new URL("../site", import.meta.url)),
  templateFolder: fileURLToPath(new URL("../database-template", import.meta.url)),
};

/** `npm start`: the built site with the local services at its own origin. */
export const start = (): Promise<void> =>
  runSite(folders, ({ config, services, serve, site }) => ({
    create: () => [
      createFetchServer(servicesBefore(serve, siteUnderFailureScripts(services, site))),
      createFetchServer(humanCheckBeside(serve, site, config.public.humanCheckOrigin)),
    ],
  }));
