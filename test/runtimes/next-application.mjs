import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A Next application that runs the checks in a route handler, a proxy (formerly middleware) and a server component. */
const FILES = {
  "app/layout.js": 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  "app/route/route.js": `
    import { probe } from "../../probe.js";
    export const GET = async () => Response.json(await probe());`,
  "app/page/page.js": `
    import { probe } from "../../probe.js";
    export const dynamic = "force-dynamic";
    export default async () => <pre>{JSON.stringify(await probe())}</pre>;`,
  "proxy.js": `
    import { probe } from "./probe.js";
    export const config = { matcher: "/proxy" };
    export default async () => Response.json(await probe());`,
};

/** The paths that answer with the results. */
export const NEXT_PATHS = ["/route", "/page", "/proxy"];

/** @param {string} folder */
export function writeNextApplication(folder) {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
