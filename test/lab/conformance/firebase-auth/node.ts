import { pathToFileURL } from "node:url";
import { flows } from "./flows/all.ts";
import { recording } from "./recording.ts";
import { type Folders, report, type Tested } from "./report.ts";
import { services, type World } from "./world.ts";

/** Runs every flow with the SDK's build for Node. */
export async function runInNode(folders: Folders, origin: string, only: string): Promise<Tested> {
  const app = await import(pathToFileURL(`${folders.app}/dist/esm/index.esm.js`).href);
  const auth = await import(pathToFileURL(`${folders.auth}/dist/node-esm/index.js`).href);
  const used = new Set<string>();
  const world: World = {
    env: "node",
    sdk: recording(auth, used),
    app,
    origin,
    consent: () => Promise.reject(new Error("Node opens no windows")),
  };
  let failed = 0;
  for (const flow of flows) {
    if (flow.only === "browser" || !flow.name.includes(only)) continue;
    await services(world).reset();
    failed += await report(flow.name, () => flow.run(world));
  }
  return { exports: Object.keys(auth), used, failed };
}
