export type { Database } from "./database/database.ts";
export { openDatabase } from "./database/open-database.ts";
export { EnvironmentError, parseEnvironment, type ServerConfig } from "./environment/environment.ts";
export { StartError } from "./errors/start-error.ts";
export type { Mail, Mailer } from "./mail/mailer.ts";
export { prepareDataFolder } from "./operation/data-folder.ts";
export {
  type AnswerDirectly,
  createFetchServer,
  type Fetch,
  type Listener,
  listen,
} from "./operation/listen.ts";
export { stopOnSignals } from "./operation/stop-signals.ts";
export { createSite, type SiteOptions, type SiteServer } from "./site.ts";
export { fillPage } from "./static/load-site.ts";
export { CALLBACK_PATH, servePostedResponse } from "./static/posted-response.ts";
