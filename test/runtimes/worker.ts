import { probe } from "./probe.ts";

/** For workerd. */
export default { fetch: async () => Response.json(await probe()) };
