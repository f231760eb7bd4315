export { EnvironmentError, parseEnvironment, type ServerConfig } from "./environment/environment.ts";
export type { PublicConfig } from "./environment/public-config.ts";
export { prepareDataFolder } from "./operation/data-folder.ts";
export { type Fetch, type Listener, listen, StartError } from "./operation/listen.ts";
export { stopOnSignals } from "./operation/stop-signals.ts";
export { createSite, type SiteOptions, type SiteServer } from "./site.ts";
export { fillPage } from "./static/load-site.ts";
