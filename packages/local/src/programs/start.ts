import { fileURLToPath } from "node:url";
import { createFetchServer, prepareDataFolder, stopOnSignals } from "@tallybin/server";
import { announce } from "../announce.ts";
import { humanCheckBeside, runLocal, servicesBefore, siteUnderFailureScripts } from "../compose.ts";
import { createServices } from "../create-services.ts";
import { originsOf, parseControlOrigins, parseLocalEnvironment } from "../local-config.ts";
import { createLocalSite } from "../local-site.ts";
import { fail, run } from "../run.ts";

/** `npm start`: the built site with the local services at its own origin. */
run(async () => {
  const config = parseLocalEnvironment(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const services = createServices(config, parseControlOrigins(process.env));
  const site = createLocalSite({
    config,
    services,
    dataFolder,
    siteFolder: fileURLToPath(new URL("../site", import.meta.url)),
    templateFolder: fileURLToPath(new URL("../database-template", import.meta.url)),
  });
  const running = await runLocal({
    services,
    createMain: (serve) =>
      createFetchServer(servicesBefore(serve, siteUnderFailureScripts(services, site.fetch))),
    createSecond: (serve) =>
      createFetchServer(humanCheckBeside(serve, site.fetch, config.public.humanCheckOrigin)),
    close: site.close,
    host: config.host,
    port: config.port,
    dataFolder,
  });
  site.openDatabase().catch(fail);
  stopOnSignals(running.stop);
  const { first } = originsOf(config.port);
  announce({ site: first, workbench: `${first}/__local/`, dataDir: config.dataDir });
});
