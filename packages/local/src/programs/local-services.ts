import { createFetchServer, prepareDataFolder, stopOnSignals } from "@tallybin/server";
import { announce } from "../announce.ts";
import { runLocal } from "../compose.ts";
import { createStandaloneServices } from "../create-services.ts";
import { originsOf, parseControlOrigins, parseLocalEnvironment } from "../local-config.ts";
import { run } from "../run.ts";

/** `npm run lab -- local-services`: the services alone, for any client of these APIs. */
run(async () => {
  const config = parseLocalEnvironment(process.env);
  const running = await runLocal({
    services: createStandaloneServices(config, parseControlOrigins(process.env)),
    createMain: createFetchServer,
    host: config.host,
    port: config.port,
    dataFolder: prepareDataFolder(config.dataDir),
  });
  stopOnSignals(running.stop);
  announce({ workbench: `${originsOf(config.port).first}/__local/`, dataDir: config.dataDir });
});
