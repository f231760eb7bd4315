export { serveServices } from "../../local-services/src/http/serve.ts";
export { runLocal, servicesBefore } from "./compose.ts";
export { parseLocalEnvironment } from "./local-config.ts";
export type { Services } from "./services.ts";
