export { runLocal, serveServices, servicesBefore } from "./compose.ts";
export { parseLocalEnvironment } from "./local-config.ts";
export type { Services } from "./services.ts";
