import { fileURLToPath } from "node:url";
import { createFetchServer } from "@tallybin/server/operation/listen";
import { addHumanCheck, answerServicesFirst, applyFailureScriptsToSite } from "../compose.ts";
import { runSite } from "../run-site.ts";

const folders = {
  siteFolder: fileURLToPath(new URL("../site", import.meta.url)),
  templateFolder: fileURLToPath(new URL("../database-template", import.meta.url)),
};

/** `npm start`: the built site with the local services at its own origin. */
export const runBuiltSite = (): Promise<void> =>
  runSite(folders, ({ config, services, serve, site }) => ({
    create: () => [
      createFetchServer(answerServicesFirst(serve, applyFailureScriptsToSite(services, site))),
      createFetchServer(addHumanCheck(serve, site, config.public.humanCheckOrigin)),
    ],
  }));
