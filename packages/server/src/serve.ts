import { fileURLToPath } from "node:url";
import { EnvironmentError, parseEnvironment } from "./environment/environment.ts";
import { listen, StartError } from "./operation/listen.ts";
import { stopOnSignals } from "./operation/stop-signals.ts";
import { createSite } from "./site.ts";

/** Production: `npm run serve`. */
async function serve(): Promise<void> {
  const config = parseEnvironment(process.env);
  const site = createSite({ config, siteFolder: fileURLToPath(new URL("../site", import.meta.url)) });
  const listener = await listen(site.fetch, config.host, config.port);
  stopOnSignals(async () => {
    await listener.stop(10_000);
    await site.close();
  });
}

serve().catch((error: unknown) => {
  const isExpected = error instanceof EnvironmentError || error instanceof StartError;
  process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
  process.exit(1);
});
