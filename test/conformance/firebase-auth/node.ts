import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { flows } from "./flows/all.ts";
import { recording } from "./recording.ts";
import { report, type Tested } from "./report.ts";
import { services, type World } from "./world.ts";

/** Runs every flow with the SDK's build for Node. */
export async function runInNode(folder: string, origin: string, only: string): Promise<Tested> {
  const require = createRequire(`${folder}/package.json`);
  const load = (name: string) =>
    import(pathToFileURL(require.resolve(name).replace("/dist/node/", "/dist/node-esm/")).href);
  const app = await import(pathToFileURL(`${folder}/node_modules/@firebase/app/dist/esm/index.esm.js`).href);
  const auth = await load("@firebase/auth");
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
